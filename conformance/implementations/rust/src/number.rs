//! Numbers of JSON by exact decimal value.

use std::cmp::Ordering;

/// The exact value of a JSON number: digits without zeros at either end, and the power of ten of the first digit.
/// Zero has no digits; so do numbers nearer to zero than 10^-999999, as `json.equality` allows.
#[derive(Debug, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    digits: String,
    power: i64,
}

impl Decimal {
    /// The value of a number as RFC 8259 spells it.
    pub fn of(spelling: &str) -> Decimal {
        let (negative, unsigned) = match spelling.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, spelling),
        };
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], power_of(&unsigned[at + 1..])),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits = String::with_capacity(whole.len() + fraction.len());
        digits.push_str(whole);
        digits.push_str(fraction);
        let leading = digits.bytes().take_while(|b| *b == b'0').count();
        let power = exponent + whole.len() as i64 - 1 - leading as i64;
        let digits = digits.trim_matches('0');
        if digits.is_empty() || power < -999_999 {
            return Decimal {
                negative: false,
                digits: String::new(),
                power: 0,
            };
        }
        Decimal {
            negative,
            digits: digits.to_owned(),
            power,
        }
    }

    /// Whether the value, rounded to the nearest binary64, is finite (`json.number.finite`).
    pub fn is_finite(&self) -> bool {
        match self.power.cmp(&308) {
            Ordering::Less => true,
            Ordering::Greater => self.digits.is_empty(),
            Ordering::Equal => {
                // 2^1024 - 2^970, from which on values round to infinity, has 309 digits: 400 decide.
                let digits = &self.digits[..self.digits.len().min(400)];
                let spelling = format!("{}.{}e308", &digits[..1], &digits[1..]);
                spelling.parse::<f64>().is_ok_and(f64::is_finite)
            }
        }
    }

    /// The spelling that `entry.write.number` asks for.
    pub fn write(&self, out: &mut String) {
        let Some(last) = self.digits.len().checked_sub(1) else {
            out.push('0');
            return;
        };
        if self.negative {
            out.push('-');
        }
        let power = self.power;
        if (-6..0).contains(&power) {
            out.push_str("0.");
            (0..-power - 1).for_each(|_| out.push('0'));
            out.push_str(&self.digits);
        } else if (0..21).contains(&power) {
            let whole = power as usize + 1;
            if whole > last {
                out.push_str(&self.digits);
                (self.digits.len()..whole).for_each(|_| out.push('0'));
            } else {
                out.push_str(&self.digits[..whole]);
                out.push('.');
                out.push_str(&self.digits[whole..]);
            }
        } else {
            out.push_str(&self.digits[..1]);
            if last > 0 {
                out.push('.');
                out.push_str(&self.digits[1..]);
            }
            out.push_str(&format!("e{power:+}"));
        }
    }
}

/// An exponent, with far more than any text has digits as its bound.
fn power_of(text: &str) -> i64 {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let mut power = 0i64;
    for byte in digits.bytes() {
        if power < 1_000_000_000_000_000 {
            power = power * 10 + i64::from(byte - b'0');
        }
    }
    if negative {
        -power
    } else {
        power
    }
}

/// Whether a token is a number of the RFC 8259 grammar.
pub fn is_number(token: &str) -> bool {
    let bytes = token.as_bytes();
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    match digits(at) {
        0 => return false,
        n if n > 1 && bytes[at] == b'0' => return false,
        n => at += n,
    }
    if bytes.get(at) == Some(&b'.') {
        match digits(at + 1) {
            0 => return false,
            n => at += 1 + n,
        }
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        if matches!(bytes.get(at), Some(b'+' | b'-')) {
            at += 1;
        }
        match digits(at) {
            0 => return false,
            n => at += n,
        }
    }
    at == bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(spelling: &str) -> String {
        let mut out = String::new();
        Decimal::of(spelling).write(&mut out);
        out
    }

    #[test]
    fn values_are_exact() {
        assert_eq!(Decimal::of("1.0"), Decimal::of("10e-1"));
        assert_eq!(Decimal::of("0"), Decimal::of("-0.0e7"));
        assert_ne!(
            Decimal::of("9007199254740993"),
            Decimal::of("9007199254740992")
        );
        assert_ne!(Decimal::of("1"), Decimal::of("-1"));
    }

    #[test]
    fn spellings_are_those_of_ecmascript() {
        for (from, to) in [
            ("1.0", "1"),
            ("1E2", "100"),
            ("-0.0", "0"),
            ("0.000001", "0.000001"),
            ("0.00000015", "1.5e-7"),
            ("1e20", "100000000000000000000"),
            ("1e21", "1e+21"),
            ("-15e20", "-1.5e+21"),
            ("12.50", "12.5"),
            ("123456789012345678901.5", "123456789012345678901.5"),
            ("1e-400", "1e-400"),
        ] {
            assert_eq!(written(from), to);
        }
    }

    #[test]
    fn the_limit_of_binary64() {
        assert!(Decimal::of("1.7976931348623157e308").is_finite());
        assert!(Decimal::of("1.7976931348623158e308").is_finite());
        assert!(!Decimal::of("1.7976931348623159e308").is_finite());
        assert!(!Decimal::of("1e99999999999999999999").is_finite());
        assert!(Decimal::of("0e99999999999999999999").is_finite());
        let long = format!("0.{}1e700001", "0".repeat(700_000));
        assert!(Decimal::of(&long).is_finite());
    }
}

//! Times of entries.

/// A time that matches `grammars/timestamp.lark`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    year: i64,
    month: i64,
    day: i64,
    seconds: i64,
    has_fraction: bool,
    offset: i64,
}

impl Time {
    /// Reads a time (`entry.timestamp.form`).
    pub fn parse(text: &str) -> Option<Time> {
        let bytes = text.as_bytes();
        let number = |from: usize, count: usize, most: i64| -> Option<i64> {
            let digits = bytes.get(from..from + count)?;
            let value = digits.iter().try_fold(0i64, |n, b| {
                b.is_ascii_digit().then(|| n * 10 + i64::from(b - b'0'))
            })?;
            (value <= most).then_some(value)
        };
        for (at, expected) in [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')] {
            if bytes.get(at) != Some(&expected) {
                return None;
            }
        }
        let month = number(5, 2, 12).filter(|m| *m > 0)?;
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 => 29,
            _ => 31,
        };
        let seconds = number(11, 2, 23)? * 3600 + number(14, 2, 59)? * 60 + number(17, 2, 59)?;
        let mut zone = 19;
        let mut has_fraction = false;
        if bytes.get(zone) == Some(&b'.') {
            let digits = bytes[zone + 1..].iter().take_while(|b| b.is_ascii_digit());
            let count = digits.clone().count();
            if !(1..=9).contains(&count) {
                return None;
            }
            has_fraction = digits.clone().any(|b| *b != b'0');
            zone += 1 + count;
        }
        let offset = match bytes.get(zone)? {
            b'Z' if bytes.len() == zone + 1 => 0,
            sign @ (b'+' | b'-') if bytes.len() == zone + 6 && bytes[zone + 3] == b':' => {
                let offset = number(zone + 1, 2, 23)? * 3600 + number(zone + 4, 2, 59)? * 60;
                if *sign == b'-' {
                    -offset
                } else {
                    offset
                }
            }
            _ => return None,
        };
        Some(Time {
            year: number(0, 4, 9999)?,
            month,
            day: number(8, 2, days).filter(|d| *d > 0)?,
            seconds,
            has_fraction,
            offset,
        })
    }

    /// Whether the day exists (`entry.timestamp.date`).
    pub fn has_date(&self) -> bool {
        let leap = self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0);
        self.month != 2 || self.day < 29 || leap
    }

    /// Whether it is the instant 0001-01-01T00:00:00Z (`entry.timestamp.zero`).
    pub fn is_zero(&self) -> bool {
        // offsets are less than a day, so the date is that day or one of its neighbours
        let day = match (self.year, self.month, self.day) {
            (0, 12, 31) => -1,
            (1, 1, 1) => 0,
            (1, 1, 2) => 1,
            _ => return false,
        };
        !self.has_fraction && day * 86_400 + self.seconds == self.offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for good in [
            "2026-01-02T03:04:05Z",
            "2026-02-29T23:59:59.123456789+23:59",
            "0000-12-31T00:00:00.0-00:00",
        ] {
            assert!(Time::parse(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "2026-01-02T03:04:05",
            "2026-01-02t03:04:05Z",
            "2026-01-02T03:04:60Z",
            "2026-01-02T24:04:00Z",
            "2026-04-31T03:04:05Z",
            "2026-00-01T03:04:05Z",
            "2026-01-02T03:04:05.Z",
            "2026-01-02T03:04:05,1Z",
            "2026-01-02T03:04:05.1234567890Z",
            "2026-01-02T03:04:05+24:00",
            "2026-01-02T03:04:05+0100",
            "2026-01-02T03:04:05Z ",
            "2026-01-02T03:04:0\u{665}Z",
        ] {
            assert!(Time::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn dates_and_zero() {
        let time = |text| Time::parse(text).unwrap();
        assert!(!time("2026-02-29T00:00:00Z").has_date());
        assert!(!time("1900-02-29T00:00:00Z").has_date());
        assert!(time("0000-02-29T00:00:00Z").has_date());
        assert!(time("0001-01-01T00:00:00.000Z").is_zero());
        assert!(time("0001-01-01T05:30:00+05:30").is_zero());
        assert!(time("0000-12-31T23:00:00-01:00").is_zero());
        assert!(!time("0001-01-01T00:00:00.1Z").is_zero());
        assert!(!time("0001-01-01T01:00:00-01:00").is_zero());
    }
}

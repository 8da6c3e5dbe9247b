package transcript

import "toolwire.dev/go/text"

// moment is a time, split up.
type moment struct {
	year, month, day, seconds int // seconds of the day
	offset                    int // seconds that the clock is ahead of UTC
	fraction                  bool
}

// two reads two digits at i, up to most; -1 if they are none.
func two(s string, i, most int) int {
	if i+2 > len(s) || s[i] < '0' || s[i] > '9' || s[i+1] < '0' || s[i+1] > '9' {
		return -1
	}
	if n := int(s[i]-'0')*10 + int(s[i+1]-'0'); n <= most {
		return n
	}
	return -1
}

// parseTime judges entry.timestamp.form; February has 29 days.
func parseTime(s string) (m moment, ok bool) {
	if len(s) < 20 || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' {
		return m, false
	}
	century, year := two(s, 0, 99), two(s, 2, 99)
	m.year, m.month = century*100+year, two(s, 5, 12)
	days := 31
	switch m.month {
	case 2:
		days = 29
	case 4, 6, 9, 11:
		days = 30
	}
	m.day = two(s, 8, days)
	hour, minute, second := two(s, 11, 23), two(s, 14, 59), two(s, 17, 59)
	if century < 0 || year < 0 || m.month < 1 || m.day < 1 || hour < 0 || minute < 0 || second < 0 {
		return m, false
	}
	m.seconds = hour*3600 + minute*60 + second
	at := 19
	if s[at] == '.' {
		digits := 0
		for at++; at < len(s) && s[at] >= '0' && s[at] <= '9'; at++ {
			digits++
			m.fraction = m.fraction || s[at] != '0'
		}
		if digits < 1 || digits > 9 {
			return m, false
		}
	}
	zone := s[at:]
	if zone == "Z" {
		return m, true
	}
	if len(zone) != 6 || zone[0] != '+' && zone[0] != '-' || zone[3] != ':' {
		return m, false
	}
	hour, minute = two(zone, 1, 23), two(zone, 4, 59)
	if hour < 0 || minute < 0 {
		return m, false
	}
	m.offset = hour*3600 + minute*60
	if zone[0] == '-' {
		m.offset = -m.offset
	}
	return m, true
}

// checkTime judges entry.timestamp.form and entry.timestamp.date.
func checkTime(s string) error {
	m, ok := parseTime(s)
	if !ok {
		return text.Refuse("entry.timestamp.form")
	}
	leap := m.year%4 == 0 && (m.year%100 != 0 || m.year%400 == 0)
	if m.month == 2 && m.day == 29 && !leap {
		return text.Refuse("entry.timestamp.date")
	}
	return nil
}

// isZeroTime judges entry.timestamp.zero of a time that checkTime lets pass.
func isZeroTime(s string) bool {
	m, _ := parseTime(s)
	if m.fraction {
		return false
	}
	switch {
	case m.year == 1 && m.month == 1 && m.day == 1:
		return m.seconds == m.offset
	case m.year == 0 && m.month == 12 && m.day == 31:
		return m.seconds-86400 == m.offset
	}
	return false
}

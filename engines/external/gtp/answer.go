package gtp

import "bytes"

// answer is the first line of an answer, "=8 D6" or "?8 illegal move".
type answer struct {
	done     bool // it has been done; otherwise the text says why not
	numbered bool
	number   int // of the command
	text     string
}

// mostDigits is the length of the largest number of a command.
const mostDigits = 9

// readAnswer reads the first line of an answer; last is the number of the last
// command. The number may stand after a blank, where more follows it. ok is false
// for another line.
func readAnswer(line []byte, last int) (a answer, ok bool) {
	if len(line) == 0 || line[0] != '=' && line[0] != '?' {
		return a, false
	}
	a.done = line[0] == '='
	first, rest := line[1:], []byte(nil)
	if i := bytes.IndexAny(first, " \t"); i >= 0 {
		first, rest = first[:i], bytes.TrimSpace(first[i:])
	}
	if len(first) == 0 { // "= 17 D3", or "= D3"
		number, text, more := bytes.Cut(rest, []byte(" "))
		if n, isNumber := readNumber(number); isNumber && more && n <= last {
			a.numbered, a.number, rest = true, n, bytes.TrimSpace(text)
		}
	} else if n, isNumber := readNumber(first); isNumber {
		a.numbered, a.number = true, n
	} else { // "=D3"
		rest = bytes.TrimSpace(line[1:])
	}
	a.text = string(rest)
	return a, true
}

// readNumber reads the number of a command.
func readNumber(text []byte) (n int, ok bool) {
	if len(text) == 0 || len(text) > mostDigits {
		return 0, false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

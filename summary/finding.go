package summary

import "github.com/lanista/lanista/terminal"

// Finding shows what one test of a program has found: pass, warn or fail, the name of the
// test, and what it saw.
func (w Writer) Finding(verdict, test, detail string) {
	const longestVerdict, longestTest = len("pass"), len("unknown ")
	for _, line := range terminal.Wrapped([]string{verdict, test, detail}, []int{longestVerdict, longestTest}, w.Width()) {
		w.Println(line)
	}
}

package summary

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/configs/reference"
	"github.com/lanista/lanista/terminal"
)

// Strategies lists the strategies, each with the keys that it takes under strategy.
func Strategies(sections []reference.Section) string {
	var b strings.Builder
	b.WriteString(`The section strategy of a config names one of these; auto is the default. Below each stand
the other keys that the section may then have. 'lanista config reference' also says which
values they take.
`)
	for _, s := range sections {
		if s.Path != "strategy" || s.Name == "grid" || s.Name == "fit" { // which are verbs
			continue
		}
		fmt.Fprintf(&b, "\n%s: %s\n", s.Name, s.Doc)
		for _, row := range s.Shape.Rows() {
			text := strings.ReplaceAll(row.Meaning, "`", "")
			if row.Default != "" && row.Default != "0" {
				text += " Default: " + row.Default + "."
			}
			for _, line := range terminal.Wrapped([]string{"  " + row.Path, text}, []int{strategyKeys, 0}, pageWidth) {
				b.WriteString(line + "\n")
			}
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// The widths of the page of strategies, in letters.
const (
	strategyKeys = 22 // the column of the keys
	pageWidth    = 90
)

package term

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Table is aligned rows for a person. Where the screen is narrow it leaves columns
// out that may be, and wraps the last one.
type Table struct {
	on    *Screen
	rows  [][]string
	spare []string // columns that may be left out, the first to go first
}

// Table makes a table with these headings, which are shown in capitals.
func (s *Screen) Table(header ...string) *Table {
	head := make([]string, len(header))
	for i, h := range header {
		head[i] = strings.ToUpper(h)
	}
	return &Table{on: s, rows: [][]string{head}}
}

// TableAsTyped makes a table whose headings are shown as they are.
func (s *Screen) TableAsTyped(header ...string) *Table {
	return &Table{on: s, rows: [][]string{header}}
}

// Spares names columns that a narrow screen may do without, the first to go first.
func (t *Table) Spares(columns ...string) *Table {
	t.spare = columns
	return t
}

// Row adds a row. It may have fewer cells than there are columns.
// Control characters in them are escaped.
func (t *Table) Row(cells ...string) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = plain(cell)
	}
	t.rows = append(t.rows, row)
}

// gap is between two columns.
const gap = 2

// Flush writes the table, and returns the error of the stream.
func (t *Table) Flush() error {
	screen := t.on.Width()
	var left []string
	for _, column := range t.spare {
		if screen == 0 || t.width() <= screen {
			break
		}
		if i := slices.Index(t.rows[0], strings.ToUpper(column)); i >= 0 {
			t.drop(i)
			left = append(left, column)
		}
	}
	widths := t.widths()
	for i, row := range t.rows {
		for _, line := range Wrapped(row, widths, screen) {
			if i == 0 {
				line = t.on.Coloured(Bold, line)
			}
			if _, err := fmt.Fprintln(t.on, line); err != nil {
				return err
			}
		}
	}
	if left != nil {
		t.on.Paragraph("(left out: %s; a wider screen or --json shows them)", strings.Join(left, ", "))
	}
	return nil
}

// drop takes a column out.
func (t *Table) drop(column int) {
	for i, row := range t.rows {
		if column < len(row) {
			t.rows[i] = slices.Delete(slices.Clone(row), column, column+1)
		}
	}
}

// widths are those of the columns.
func (t *Table) widths() []int {
	widths := make([]int, len(t.rows[0]))
	for _, row := range t.rows {
		for len(widths) < len(row) {
			widths = append(widths, 0)
		}
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}

// width is what the table needs; its last column may be wrapped.
func (t *Table) width() int {
	const last = 40
	widths := t.widths()
	sum := min(widths[len(widths)-1], last)
	for _, w := range widths[:len(widths)-1] {
		sum += w + gap
	}
	return sum
}

// Wrapped is a row in lines no longer than the screen, if its other columns fit: the last one
// is broken between words, and stands below the others where there is no room beside them.
// Widths are those of the columns but the last, in letters; a screen of width 0 has room for
// everything.
func Wrapped(row []string, widths []int, screen int) []string {
	const room = 16 // less would be a column of single words
	var b strings.Builder
	last := len(row) - 1
	for i, cell := range row[:max(last, 0)] {
		b.WriteString(cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+gap))
	}
	head := b.String()
	if last < 0 || row[last] == "" {
		return []string{strings.TrimRight(head, " ")}
	}
	indent := utf8.RuneCountInString(head)
	if screen == 0 || indent+utf8.RuneCountInString(row[last]) <= screen {
		return []string{head + row[last]}
	}
	if screen-indent < room {
		if utf8.RuneCountInString(row[last]) <= room {
			return []string{head + row[last]}
		}
		return append([]string{strings.TrimRight(head, " ")}, Broken("    "+row[last], screen)...)
	}
	lines := Broken(row[last], screen-indent)
	for i, line := range lines {
		lines[i] = head + line
		head = strings.Repeat(" ", indent)
	}
	return lines
}

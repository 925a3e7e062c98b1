package term

import (
	"io"
	"slices"
	"strings"
)

// Table is a table with aligned columns. If the screen is too narrow, it leaves out the columns
// that are named by [Table.Spares], and wraps the text of the last column.
type Table struct {
	on    *Screen
	rows  [][]string
	spare []string // columns that may be omitted, in this order
}

// Table returns an empty table with the given column headings, which are shown in capital
// letters.
func (s *Screen) Table(header ...string) *Table {
	head := make([]string, len(header))
	for i, h := range header {
		head[i] = strings.ToUpper(h)
	}
	return &Table{on: s, rows: [][]string{head}}
}

// TableAsTyped returns an empty table with the given column headings, which are shown unchanged.
func (s *Screen) TableAsTyped(header ...string) *Table {
	return &Table{on: s, rows: [][]string{header}}
}

// Spares sets the columns that may be left out if the screen is too narrow, in the order in which
// they are left out. If several columns have the same heading, the heading must be given once for
// each of them. Spares returns t.
func (t *Table) Spares(columns ...string) *Table {
	t.spare = columns
	return t
}

// Row adds a row to the table. Missing cells at the end are empty. Control characters are
// escaped.
func (t *Table) Row(cells ...string) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = Plain(cell)
	}
	t.rows = append(t.rows, row)
}

// gap is the number of spaces between two columns of a table.
const gap = 2

// Flush writes the table to the screen. It returns the screen's first error.
func (t *Table) Flush() error {
	screen := t.on.Width()
	var left []string
	for _, column := range t.spare {
		if screen == 0 || t.width() <= screen {
			break
		}
		if i := slices.Index(t.rows[0], strings.ToUpper(column)); i >= 0 {
			t.drop(i)
			if !slices.Contains(left, column) {
				left = append(left, column)
			}
		}
	}
	widths := t.widths()
	var text strings.Builder
	for i, row := range t.rows {
		for _, line := range Wrapped(row, widths, screen) {
			if i == 0 {
				line = t.on.Coloured(Bold, line)
			}
			text.WriteString(line + "\n")
		}
	}
	if _, err := io.WriteString(t.on, text.String()); err != nil {
		return err
	}
	if left != nil {
		t.on.Paragraph("(columns left out: %s; use a wider screen or --json to see them)", strings.Join(left, ", "))
	}
	return nil
}

func (t *Table) drop(column int) {
	for i, row := range t.rows {
		if column < len(row) {
			t.rows[i] = slices.Delete(slices.Clone(row), column, column+1)
		}
	}
}

func (t *Table) widths() []int {
	widths := make([]int, len(t.rows[0]))
	for _, row := range t.rows {
		for len(widths) < len(row) {
			widths = append(widths, 0)
		}
		for i, cell := range row {
			widths[i] = max(widths[i], columnsOf(cell))
		}
	}
	return widths
}

// width returns the number of terminal columns that the table needs. It assumes that the last
// column is wrapped to at most 40 columns.
func (t *Table) width() int {
	const last = 40
	widths := t.widths()
	sum := min(widths[len(widths)-1], last)
	for _, w := range widths[:len(widths)-1] {
		sum += w + gap
	}
	return sum
}

func longestWord(text string) int {
	longest := 0
	for word := range strings.FieldsSeq(text) {
		longest = max(longest, columnsOf(word))
	}
	return longest
}

// Wrapped returns a row of a table as lines that fit the screen. It wraps the last column between
// words. If there is no space beside the other columns, it puts the last column on the following
// lines.
//
// widths contains the widths of all columns except the last. A cell that is wider than its column
// moves the rest of its row to the right. screen is the width of the screen; 0 means no limit.
// Widths are numbers of columns of the terminal.
func Wrapped(row []string, widths []int, screen int) []string {
	const room = 16 // the least width of the last column beside the others
	var b strings.Builder
	last := len(row) - 1
	for i, cell := range row[:max(last, 0)] {
		b.WriteString(cell + strings.Repeat(" ", max(widths[i]-columnsOf(cell), 0)+gap))
	}
	head := b.String()
	if last < 0 || row[last] == "" {
		return []string{strings.TrimRight(head, " ")}
	}
	indent := columnsOf(head)
	if screen == 0 || indent+columnsOf(row[last]) <= screen {
		return []string{head + row[last]}
	}
	if screen-indent < max(room, longestWord(row[last])) {
		return append([]string{strings.TrimRight(head, " ")}, Broken("    "+row[last], screen)...)
	}
	lines := Broken(row[last], screen-indent)
	for i, line := range lines {
		lines[i] = head + line
		head = strings.Repeat(" ", indent)
	}
	return lines
}

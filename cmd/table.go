package cmd

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// table prints aligned rows for a person; programs read --json. Where the screen is
// narrow it leaves columns out that may be, and wraps the last one.
type table struct {
	app   *app
	rows  [][]string
	spare []string // columns that may be left out, the first to go first
}

func (a *app) table(header ...string) *table {
	head := make([]string, len(header))
	for i, h := range header {
		head[i] = strings.ToUpper(h)
	}
	return &table{app: a, rows: [][]string{head}}
}

// spares names columns that a narrow screen may do without, the first to go first.
func (t *table) spares(columns ...string) *table {
	t.spare = columns
	return t
}

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

// gap is between two columns.
const gap = 2

func (t *table) flush() error {
	screen := t.app.width()
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
		for _, line := range wrapped(row, widths, screen) {
			if i == 0 {
				line = t.app.bold(line)
			}
			if _, err := fmt.Fprintln(t.app.out, line); err != nil {
				return err
			}
		}
	}
	if left != nil {
		fmt.Fprintf(t.app.out, "(left out: %s; a wider screen or --json shows them)\n", strings.Join(left, ", "))
	}
	return nil
}

// drop takes a column out.
func (t *table) drop(column int) {
	for i, row := range t.rows {
		if column < len(row) {
			t.rows[i] = slices.Delete(slices.Clone(row), column, column+1)
		}
	}
}

// widths are those of the columns.
func (t *table) widths() []int {
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
func (t *table) width() int {
	const last = 40
	widths := t.widths()
	sum := min(widths[len(widths)-1], last)
	for _, w := range widths[:len(widths)-1] {
		sum += w + gap
	}
	return sum
}

// wrapped is a row in lines no longer than the screen, where its last column has room
// for words.
func wrapped(row []string, widths []int, screen int) []string {
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
	if screen == 0 || screen-indent < room || indent+utf8.RuneCountInString(row[last]) <= screen {
		return []string{head + row[last]}
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(row[last]) {
		if line != "" && indent+utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > screen {
			lines, line = append(lines, head+line), ""
			head = strings.Repeat(" ", indent)
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, head+line)
}

// width is that of the screen, 0 where nobody looks at one: that of the terminal, or
// COLUMNS where it is set.
func (a *app) width() int {
	if columns, err := strconv.Atoi(a.env("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	return a.columns(a.out.to)
}

// columns is the width of a terminal, 0 of anything else.
func (a *app) columns(w any) int {
	if f, ok := w.(*os.File); ok && a.terminal(f) {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			return columns
		}
	}
	return 0
}

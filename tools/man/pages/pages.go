// Package pages formats the manual pages of a command. It is a package of its own, so that a test of
// package cmd can format them without another program.
package pages

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Write writes a page for a command and each of its subcommands, such as lanista-evolve.1, into a
// folder. It makes the folder if it is missing. The pages have the date SOURCE_DATE_EPOCH if it is set.
func Write(folder string, root *cobra.Command, version string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	date, err := pageDate()
	if err != nil {
		return err
	}
	root.InitDefaultCompletionCmd("completion")
	return writeTree(folder, root, fmt.Sprintf("%q %q", date, root.Name()+" "+version))
}

// pageDate returns the date of the pages, such as 2026-11-30.
func pageDate() (string, error) {
	date := time.Now()
	if text := os.Getenv("SOURCE_DATE_EPOCH"); text != "" {
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return "", fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
		}
		date = time.Unix(seconds, 0)
	}
	return date.UTC().Format(time.DateOnly), nil
}

// writeTree writes the pages of a command and its subcommands. header is the end of the line with the
// title.
func writeTree(folder string, c *cobra.Command, header string) error {
	for _, sub := range subcommands(c) {
		if err := writeTree(folder, sub, header); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(folder, title(c)+".1"), page(c, header), 0o644)
}

// title returns the name of the page of a command, such as lanista-runs-delete.
func title(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// subcommands returns the subcommands of a command that have pages.
func subcommands(c *cobra.Command) (list []*cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			list = append(list, sub)
		}
	}
	return list
}

// page formats the page of a command in the macros of man. The page of the program also contains the
// help topics.
func page(c *cobra.Command, header string) []byte {
	c.InitDefaultHelpCmd()
	c.InitDefaultHelpFlag()
	var out bytes.Buffer
	fmt.Fprintf(&out, ".TH %q 1 %s \"Lanista\"\n.nh\n.ad l\n", strings.ToUpper(title(c)), header)
	section(&out, "name")
	fmt.Fprintf(&out, "%s \\- %s\n", escaped(title(c)), escaped(c.Short))
	section(&out, "synopsis")
	path := c.CommandPath()
	fmt.Fprintf(&out, "\\fB%s\\fR%s\n", escaped(path), escaped(strings.TrimPrefix(c.UseLine(), path)))
	section(&out, "description")
	text := c.Long
	if text == "" {
		text = c.Short + "."
	}
	prose(&out, text)
	if list := subcommands(c); len(list) > 0 {
		section(&out, "commands")
		for _, sub := range list {
			fmt.Fprintf(&out, ".TP\n\\fB%s\\fR\n", escaped(sub.Name()))
			filled(&out, sub.Short)
		}
	}
	options(&out, "options", c.NonInheritedFlags())
	options(&out, "global options", c.InheritedFlags())
	if c.Example != "" {
		section(&out, "examples")
		verbatim(&out, strings.Split(c.Example, "\n"))
	}
	if !c.HasParent() {
		for _, topic := range c.Commands() {
			if topic.IsAdditionalHelpTopicCommand() {
				section(&out, strings.ReplaceAll(topic.Name(), "-", " "))
				prose(&out, topic.Long)
			}
		}
	}
	var others []string
	for _, other := range append([]*cobra.Command{c.Parent()}, subcommands(c)...) {
		if other != nil {
			others = append(others, "\\fB"+escaped(title(other))+"\\fR(1)")
		}
	}
	if len(others) > 0 {
		section(&out, "see also")
		out.WriteString(strings.Join(others, ",\n") + "\n")
	}
	return out.Bytes()
}

func section(out *bytes.Buffer, name string) { fmt.Fprintf(out, ".SH %s\n", strings.ToUpper(name)) }

// options writes a section with the flags of a set that are not hidden. It writes nothing if there are
// none.
func options(out *bytes.Buffer, name string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	section(out, name)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		placeholder, usage := pflag.UnquoteUsage(f)
		out.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(out, "\\fB\\-%s\\fR, ", f.Shorthand)
		}
		fmt.Fprintf(out, "\\fB\\-\\-%s\\fR", escaped(f.Name))
		if placeholder != "" {
			fmt.Fprintf(out, " \\fI%s\\fR", escaped(placeholder))
		}
		if !slices.Contains([]string{"", "0", "0s", "false", "[]", "<nil>"}, f.DefValue) {
			usage += " (default " + f.DefValue + ")"
		}
		out.WriteByte('\n')
		filled(out, usage)
	})
}

// prose writes a text. Lines that are indented or have columns keep their form; others are filled.
func prose(out *bytes.Buffer, text string) {
	var kept []string
	between := true // the next line begins a paragraph
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		line = strings.ReplaceAll(strings.TrimRight(line, " \t"), "\t", "    ")
		switch {
		case strings.Contains(line, "  ") || strings.HasPrefix(line, " "):
			kept = append(kept, line)
			continue
		case kept != nil:
			verbatim(out, kept)
			kept, between = nil, true
		}
		switch {
		case line == "":
			between = true
			continue
		case between:
			paragraph(out)
		}
		between = false
		filled(out, line)
	}
	if kept != nil {
		verbatim(out, kept)
	}
}

// paragraph begins a paragraph, unless a section has just begun.
func paragraph(out *bytes.Buffer) {
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if !strings.HasPrefix(lines[len(lines)-1], ".SH ") {
		out.WriteString(".PP\n")
	}
}

// filled writes a line of text that is filled, as lines of at most 80 bytes.
func filled(out *bytes.Buffer, text string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(escaped(line+" "+word)) > 80 {
			out.WriteString(escaped(line) + "\n")
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	out.WriteString(escaped(line) + "\n")
}

// verbatim writes lines as they are.
func verbatim(out *bytes.Buffer, lines []string) {
	paragraph(out)
	out.WriteString(".nf\n")
	for _, line := range lines {
		out.WriteString(escaped(line) + "\n")
	}
	out.WriteString(".fi\n")
}

// escaped returns a line of text in which nothing is a request or an escape sequence of roff, and which
// has ASCII characters only.
func escaped(line string) string {
	var out strings.Builder
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		out.WriteString(`\&`)
	}
	for _, r := range line {
		switch special := map[rune]string{'\\': `\e`, '-': `\-`, '\'': `\(aq`, '`': `\(ga`, '^': `\(ha`, '~': `\(ti`}[r]; {
		case special != "":
			out.WriteString(special)
		case r > '~':
			fmt.Fprintf(&out, `\[u%04X]`, r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

package gamefile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Ratings is a list of ratings that another program has written. It contains no games.
type Ratings struct {
	// Program is the name of the program that wrote the list. It is "" for a file that contains
	// only names and ratings.
	Program string
	List    []Rated
}

// Rated is the rating of one player.
type Rated struct {
	Name string
	Elo  float64
	Line int // of the file, from 1
}

// tableHeader describes the columns of a table of ratings. The zero value stands for a line that
// is not the header of such a table.
type tableHeader struct {
	program string
	line    int
	// colon is true if a colon follows the name, and the rating is the first value behind it.
	// Otherwise values is the number of columns after the name, and the first of them is the rating.
	colon  bool
	values int
}

// headerOf parses a line that may be the header of a table of ratings. number is the line's
// number in the file. The result is the zero value if the line is not such a header.
func headerOf(line string, number int) tableHeader {
	words := strings.Fields(line)
	lower := make([]string, len(words))
	for i, w := range words {
		lower[i] = strings.ToLower(strings.Trim(w, `"`))
	}
	has := func(word string) bool { return slices.Contains(lower, word) }
	switch {
	case ordoSeparator(line) != 0 && strings.Contains(line, "RATING"):
		return tableHeader{program: "Ordo", line: number, colon: true}
	case has("#") && has("player") && has(":") && has("rating"):
		return tableHeader{program: "Ordo", line: number, colon: true}
	case has("program") && has("elo") && has("games"):
		return tableHeader{program: "Elostat", line: number, colon: true}
	case len(lower) > 2 && lower[0] == "rank" && lower[1] == "name" && (lower[2] == "elo" || lower[2] == "rating"):
		program := "BayesElo"
		if has("+/-") {
			program = "cutechess or fastchess"
		}
		return tableHeader{program: program, line: number, values: len(lower) - 2}
	}
	return tableHeader{}
}

// ordoSeparator returns the separator of the columns if the line can be the header of Ordo's table as
// CSV: a comma, or a semicolon or tab if a spreadsheet has saved the table again. Otherwise it returns 0.
func ordoSeparator(line string) rune {
	for _, separator := range ",;\t" {
		for _, start := range [...]string{`"#"`, `#`} {
			if strings.HasPrefix(line, start+string(separator)) {
				return separator
			}
		}
	}
	return 0
}

// ReadRatings reads a list of ratings in one of several formats: a table of Ordo, as text or CSV; a
// table of BayesElo, Elostat, cutechess or fastchess; the JSON document of a rating list of this
// project; or lines of the form NAME,ELO, such as Ordo's file of anchors. CSV and lines may use
// semicolons or tabs as separators, with decimal commas.
func ReadRatings(r io.Reader, name string) (*Ratings, error) {
	text, err := io.ReadAll(&lineLimit{in: r, file: name})
	if long, ok := errors.AsType[*Error](err); ok {
		return nil, long
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := keys.CheckText(text[:min(len(text), keys.TextHead)]); err != nil {
		return nil, &Error{File: name, Line: 1, Err: err}
	}
	text = bytes.TrimPrefix(text, byteOrderMark)
	out := &Ratings{}
	switch head := bytes.TrimSpace(text); {
	case bytes.HasPrefix(head, []byte("{")):
		err = out.readDocument(head, name)
	case ordoSeparator(string(head[:min(len(head), 4)])) != 0:
		err = out.readOrdoCSV(text, name)
	default:
		err = out.readText(string(text), name)
	}
	if err != nil {
		return nil, err
	}
	if len(out.List) == 0 {
		return nil, &Error{File: name, Line: 1, Err: fmt.Errorf("no ratings: a table by Ordo, BayesElo, Elostat, cutechess or fastchess is needed, or lines NAME,ELO")}
	}
	known := make(map[string]bool, len(out.List))
	for _, rated := range out.List {
		if known[rated.Name] {
			return nil, &Error{File: name, Line: rated.Line, Err: fmt.Errorf("%s has two ratings", rated.Name)}
		}
		known[rated.Name] = true
	}
	return out, nil
}

// readDocument reads the ratings in the JSON document of a rating list of this project.
func (l *Ratings) readDocument(text []byte, name string) error {
	var document struct {
		Standings []struct {
			Agent  string   `json:"agent"`
			Rating *float64 `json:"rating"`
		} `json:"standings"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return &Error{File: name, Line: 1, Err: fmt.Errorf("not a JSON document of ratings: %w", err)}
	}
	l.Program = "lanista rate"
	for _, s := range document.Standings {
		if s.Rating != nil {
			l.List = append(l.List, Rated{s.Agent, *s.Rating, 1})
		}
	}
	return nil
}

// readOrdoCSV reads the table that Ordo writes as CSV.
func (l *Ratings) readOrdoCSV(text []byte, name string) error {
	in := csv.NewReader(bytes.NewReader(text))
	in.Comma = ordoSeparator(string(bytes.TrimSpace(text)))
	in.FieldsPerRecord = -1
	header, err := in.Read()
	if err != nil {
		return &Error{File: name, Line: 1, Err: err}
	}
	player, elo := slices.Index(header, "PLAYER"), slices.Index(header, "RATING")
	if player < 0 || elo < 0 {
		return &Error{File: name, Line: 1, Err: fmt.Errorf("the columns PLAYER and RATING are needed, not %s", strings.Join(header, ", "))}
	}
	l.Program = "Ordo"
	for {
		record, err := in.Read()
		if err == io.EOF {
			return nil
		}
		line := 0
		if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
			line, err = syntax.StartLine, syntax.Err
		} else if err == nil {
			line, _ = in.FieldPos(0)
			if len(record) <= max(player, elo) {
				err = fmt.Errorf("%d instead of the header's %d fields", len(record), len(header))
			}
		}
		if err == nil {
			err = l.add(strings.TrimSpace(record[player]), withPoint(record[elo], in.Comma), line)
		}
		if err != nil {
			return &Error{File: name, Line: line, Err: err}
		}
	}
}

// readText reads a table of ratings as text, or lines NAME,ELO.
func (l *Ratings) readText(text, name string) error {
	var header tableHeader
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = prompt().ReplaceAllString(strings.TrimRight(line, " \t\r\n"), "")
		if found := headerOf(line, number); found.program != "" {
			if header.program != "" {
				return nil // a second table, such as that of a later moment of a tournament
			}
			header, l.List = found, nil // what stood before the table are no ratings
			l.Program = header.program
			continue
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		err := error(nil)
		switch {
		case header.program == "":
			err = l.addPair(line, number)
		case header.colon:
			err = l.addColon(line, number)
		default:
			err = l.addRow(line, header, number)
		}
		if err != nil {
			return &Error{File: name, Line: number, Err: err}
		}
	}
	return nil
}

// withPoint replaces a decimal comma in a number by a decimal point. If separator, which separates
// the columns, is itself a comma, it returns the number unchanged.
func withPoint(number string, separator rune) string {
	if separator != ',' {
		return strings.Replace(number, ",", ".", 1)
	}
	return number
}

// pairSeparator returns the separator between name and rating in a line of a list of ratings. It is
// a semicolon, or else a tab, if a number follows the last one in the line. Otherwise it is a
// comma.
func pairSeparator(line string) rune {
	for _, separator := range ";\t" {
		if at := strings.LastIndexByte(line, byte(separator)); at >= 0 {
			if _, err := strconv.ParseFloat(strings.Trim(withPoint(line[at+1:], separator), ` "`), 64); err == nil {
				return separator
			}
		}
	}
	return ','
}

// addPair adds the rating in a line NAME,ELO. It skips a line before the first rating if the line
// has no rating, because it may be a header or text before a table.
func (l *Ratings) addPair(line string, number int) error {
	in := csv.NewReader(strings.NewReader(line))
	in.Comma = pairSeparator(line)
	in.LazyQuotes, in.TrimLeadingSpace = true, in.Comma != '\t'
	fields, err := in.Read()
	if err != nil {
		return err
	}
	if len(fields) == 3 {
		if _, err := strconv.ParseFloat(strings.TrimSpace(fields[2]), 64); err == nil {
			return fmt.Errorf("a third field, an uncertainty: ratings are fixed or free; remove the field to fix %s, or the line to free it", fields[0])
		}
	}
	if len(fields) != 2 {
		if len(l.List) == 0 {
			return nil
		}
		return fmt.Errorf("%d instead of 2 fields: NAME,ELO is needed", len(fields))
	}
	err = l.add(strings.TrimSpace(fields[0]), withPoint(fields[1], in.Comma), number)
	if err != nil && len(l.List) == 0 {
		return nil
	}
	return err
}

// addColon adds the rating in a line of the form "name : rating ...". It skips other lines, which
// Ordo writes after the table.
func (l *Ratings) addColon(line string, number int) error {
	at := strings.LastIndex(line, ":")
	if at < 0 {
		return nil
	}
	values := strings.Fields(line[at+1:])
	if len(values) == 0 {
		return nil
	}
	name := strings.TrimSpace(line[:at])
	for _, mark := range []string{"  <", "  >", "  *", "  X"} { // after the name of a player who lost or won all games
		name = strings.TrimSuffix(name, mark)
	}
	rank, rest, ok := strings.Cut(strings.TrimSpace(name), " ")
	if _, err := strconv.Atoi(rank); ok && err == nil {
		name = rest
	}
	return l.add(strings.TrimSpace(name), values[0], number)
}

// addRow adds the rating in a line that begins with a rank and a name, followed by the columns
// that header describes. It skips lines that do not begin with a rank.
func (l *Ratings) addRow(line string, header tableHeader, number int) error {
	if at := strings.IndexByte(line, '['); at >= 0 && strings.HasSuffix(line, "]") { // counts of pairs have spaces
		line = line[:at] + "[]"
	}
	words := strings.Fields(line)
	if len(words) < header.values+2 {
		return nil
	}
	if _, err := strconv.Atoi(words[0]); err != nil {
		return nil
	}
	values := len(words) - header.values
	return l.add(strings.Join(words[1:values], " "), words[values], number)
}

func (l *Ratings) add(name, elo string, line int) error {
	value, err := strconv.ParseFloat(strings.TrimSpace(elo), 64)
	switch {
	case name == "":
		return fmt.Errorf("the name is missing")
	case err != nil || math.IsNaN(value) || math.IsInf(value, 0):
		return fmt.Errorf("the rating %q of %s is not a number", strings.TrimSpace(elo), name)
	}
	l.List = append(l.List, Rated{name, value, line})
	return nil
}

package chess

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/keys"
)

// These are the values of the setting openings_order.
const (
	shuffled = "shuffled"
	given    = "given"
)

// book is a list of openings, each of which leads to a different position.
type book struct {
	lines   []line // with the order "given", the line that deal 0 plays comes first
	order   string
	longest int // number of moves of the longest line
	// first is the number, from 0, of the line that deal 0 plays in the shuffled order. The lines before
	// it follow at the end of the order.
	first int
}

// line is one opening of a book: a start position and the moves from it.
type line struct {
	start board.Position
	moves []board.Move
}

// game returns a new game in which the moves of the opening have been made.
func (l *line) game(t *table) (*game, error) {
	g := newGame(t, &l.start)
	for i, m := range l.moves {
		if err := g.Apply(engines.Move(m)); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	g.dealt = len(g.moves)
	return g, nil
}

// line returns the opening for a game with the given seed. The seed contains the number of the game
// in its run (see package deals), which selects the opening. No opening repeats before all have
// been used. The order is that of the book, or a random order that changes with every pass through
// the book.
func (b *book) line(seed uint64) line {
	sequence, n := deals.Number(seed)
	lines := uint64(len(b.lines))
	at := uint64(n) % lines
	if b.order == given {
		return b.lines[at]
	}
	begun := uint64(n) - at // the number with which the present order of all lines begins
	return b.lines[deals.Line(deals.Seed(sequence, uint32(begun+(at+uint64(b.first))%lines)), len(b.lines))]
}

// bookReader is the state of readBook while it reads the openings of a book.
type bookReader struct {
	table *table
	plies int // largest number of plies of a line

	lines []line
	place map[uint64]int32 // index of the line that leads to a position, by the position's key
	read  []int32          // for every line of the file, duplicates included: its index in lines

	longest int // number of moves of the longest line
}

// readBook reads the openings in the game's settings. The text is PGN if it begins with a tag.
// Otherwise every line is an opening in a form that parsePosition reads. A text of one line may
// contain several openings separated by commas, because a list in a config is converted to such a
// text. A # at the beginning of a line or after a blank begins a comment, and so does a % or ; at
// the beginning of a line. Errors name the setting and the line. In a text of one line they name the
// number of the opening.
//
// A text without openings, such as one of comments, is an error unless it is empty.
//
// In Chess960 an empty text is the book of all 960 start positions.
func readBook(text string, chess960 bool, order string, start, plies int) (book, error) {
	if plies == 0 {
		plies = allPlies
	}
	r := bookReader{table: &table{chess960: chess960, maxPlies: allPlies}, plies: plies, place: make(map[uint64]int32)}
	if err := r.readText(strings.TrimPrefix(text, "\ufeff")); err != nil {
		return book{}, keys.Errorf("openings", "%w", err)
	}
	if chess960 && text == "" {
		if err := r.addStarts(); err != nil {
			return book{}, err
		}
	}
	switch {
	case len(r.read) == 0 && text != "":
		return book{}, keys.Errorf("openings", "no opening in the text; want PGN, or a FEN, an EPD or moves per line")
	case len(r.read) == 0 && (order != shuffled || start > 1 || plies != allPlies):
		return book{}, keys.Errorf("openings", "openings_order, openings_start and openings_plies require openings; set openings or remove them")
	case len(r.read) > 0 && start > len(r.read):
		return book{}, keys.Errorf("openings_start", "%d is more than the %d openings", start, len(r.read))
	}
	if order == given {
		return book{lines: r.from(start), order: order, longest: r.longest}, nil
	}
	return book{lines: r.lines, order: order, longest: r.longest, first: start - 1}, nil
}

// from returns the openings in the order of the file, rotated so that opening number start, counted
// from 1, is the first. Of several openings that lead to the same position, only the first one in
// this order remains.
func (r *bookReader) from(start int) []line {
	if start == 1 {
		return r.lines
	}
	lines := make([]line, 0, len(r.lines))
	taken := make([]bool, len(r.lines))
	for i := range r.read {
		if place := r.read[(start-1+i)%len(r.read)]; !taken[place] {
			taken[place] = true
			lines = append(lines, r.lines[place])
		}
	}
	return lines
}

// readText reads all openings of a book from a text. The text is a PGN file, or a list separated by
// commas in one line, or a file with one opening per line.
func (r *bookReader) readText(text string) error {
	if strings.ContainsRune(text, 0) {
		return errors.New("not a text file; use PGN, EPD, FEN or lists of moves (convert a Polyglot book to PGN)")
	}
	if !strings.ContainsAny(text, "\n\r") {
		if _, _, _, tag := splitTag(strings.TrimSpace(text) + " "); !tag {
			return r.readList(text)
		}
	}
	var games *pgn // nil in a text of lines
	number := 0
	for text := range strings.SplitSeq(text, "\n") {
		number++
		trimmed := strings.TrimSpace(text)
		if len(r.read) == 0 && games == nil && strings.HasPrefix(trimmed, "[") {
			games = newPGN(r.table, r, r.plies)
		}
		var err error
		if games != nil {
			err = games.line(strings.TrimSuffix(text, "\r"), number)
		} else {
			err = withLine(number, r.readLine(trimmed))
		}
		if err != nil {
			return err
		}
	}
	if games == nil {
		return nil
	}
	return games.finish()
}

// readList reads openings that are separated by commas.
func (r *bookReader) readList(text string) error {
	for _, one := range outsideQuotes(text, ',') {
		if err := r.readLine(strings.TrimSpace(one)); err != nil {
			return fmt.Errorf("opening %d: %w", len(r.read)+1, err)
		}
	}
	return nil
}

// readLine reads the opening on a line. It skips empty lines and comments.
func (r *bookReader) readLine(text string) error {
	if strings.ContainsRune(text, '\r') {
		return training.CarriageReturn(text)
	}
	if strings.HasPrefix(text, "%") || strings.HasPrefix(text, ";") {
		return nil
	}
	if text = strings.TrimSpace(withoutComment(text)); text == "" {
		return nil
	}
	g, err := parsePosition(r.table, text, r.plies)
	if err == nil {
		err = r.add(g)
	}
	return err
}

// addStarts adds the start positions of Chess960 in the order of their numbers.
func (r *bookReader) addStarts() error {
	for n := range board.Starts960 {
		start, err := board.Start960(n)
		if err == nil {
			err = r.add(newGame(r.table, &start))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// withoutComment removes a comment from a line. A comment begins with a # at the beginning of the
// line or after a blank, outside of double quotes. A # after a move means mate.
func withoutComment(text string) string {
	quoted := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == '#' && !quoted && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t'):
			return text[:i]
		}
	}
	return text
}

// add adds the opening moves of g to the book, unless an opening to the same position is already in
// it. Positions that differ only in their numbers of moves, or of plies without a capture or pawn
// move, count as equal. It is an error if the opening ends the game.
func (r *bookReader) add(g *game) error {
	if g.Over() {
		return fmt.Errorf("the opening ends the game (%v); use openings_plies to shorten lines", g.end)
	}
	key := g.at.Key
	if r.table.chess960 { // the key contains castling rights of the start position that are lost now
		at, err := board.Parse960(g.at.String())
		if err != nil {
			return err
		}
		key = at.Key
	}
	place, known := r.place[key]
	if !known {
		place = int32(len(r.lines))
		l := line{start: g.start, moves: make([]board.Move, len(g.moves))}
		for i, m := range g.moves {
			l.moves[i] = board.Move(m)
		}
		r.lines = append(r.lines, l)
		r.place[key] = place
		r.longest = max(r.longest, len(l.moves))
	}
	r.read = append(r.read, place)
	return nil
}

// move implements gameReceiver. It does nothing, because the method end adds the whole game to the
// book.
func (r *bookReader) move(*game, board.Move, int) {}

// nullMove returns an error, because a game cannot begin with a null move.
func (r *bookReader) nullMove(int) error {
	return errors.New("a null move in an opening; use openings_plies to shorten lines")
}

// end adds the moves of a PGN game to the book as one opening.
func (r *bookReader) end(p *pgn) error {
	err := p.start()
	if err == nil {
		err = r.add(p.game)
	}
	return withLine(p.begun, err)
}

// openingTries is the number of times that the method open draws the random plies of an opening
// before it returns an error. It draws them again whenever they end the game.
const openingTries = 1000

// open returns a new game at the end of its opening. The seed selects a line of the book, if there
// is one, and the random moves that follow it, each legal move with equal probability. If these end
// the game, open draws all of them again. It returns an error that names the setting max_plies if
// an opening can be as long as the longest game.
func (t *table) open(seed uint64) (*game, error) {
	if plies := t.book.longest + t.randomPlies; plies >= t.maxPlies {
		return nil, keys.Errorf("max_plies", "%d is not above the %d plies of an opening, of which %d are random; use more, or fewer openings_plies or random_plies", t.maxPlies, plies, t.randomPlies)
	}
	pcg := engines.PCG(engines.Seed(seed, engines.Purpose("chess opening")))
	start := line{start: t.start()}
	if len(t.book.lines) > 0 {
		start = t.book.line(seed)
	}
	for range openingTries {
		g, err := start.game(t)
		if err != nil {
			return nil, err
		}
		for range t.randomPlies {
			if g.Over() {
				break
			}
			if err := g.Apply(engines.Move(g.legal[below(&pcg, len(g.legal))])); err != nil {
				return nil, err
			}
		}
		if !g.Over() {
			g.dealt = len(g.moves)
			return g, nil
		}
	}
	return nil, fmt.Errorf("%d random plies ended the game in each of %d attempts; use fewer random_plies", t.randomPlies, openingTries)
}

// deals returns the number of different openings: the number of openings in the book, or 1
// without a book. With random plies it returns 0, because the number is unknown.
func (t *table) deals() int {
	if t.randomPlies > 0 {
		return 0
	}
	return max(1, len(t.book.lines))
}

// below returns a random number in [0, n). n must be positive. The numbers are equally likely, up
// to a relative error of n/2^64.
func below(pcg *rand.PCG, n int) int {
	high, _ := bits.Mul64(pcg.Uint64(), uint64(n))
	return int(high)
}

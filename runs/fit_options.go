package runs

import (
	"errors"

	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/fit"
	"github.com/lanista/lanista/keys"
)

// fitOptions is the strategy section of a config for the verb fit.
type fitOptions struct {
	// From is where the positions come from: self-play, run:RUN for the games of a
	// stored run, or a file.
	From string `yaml:"from"`
	// Columns names the columns of a file that is a table (CSV with a header; commas,
	// semicolons or tabs).
	Columns fitColumns `yaml:"columns,omitempty"`
	// Perspective is the side whose points the numbers of a table are: first, the first
	// seat (White, Black in Othello), or mover, the side to move. Results written 1-0, 0-1
	// and 1/2-1/2 name the seats in their order. The default is first.
	Perspective string `yaml:"perspective,omitempty"`
	fit.Options `yaml:",inline"`
	// Stages are fits one after the other, each of which learns from its own games alone
	// and begins at what the one before found. The default is the rounds of the budget,
	// which learn from all games so far.
	Stages []fitStage `yaml:"stages,omitempty"`
}

// fitColumns are the columns of a table by their names in its header.
type fitColumns struct {
	// Position is the column of the positions, in the game's notation; in chess a FEN of
	// four or six fields. The default is position.
	Position string `yaml:"position,omitempty"`
	// Result is the column of the results, for target result: 1-0, 0-1, 1/2-1/2, the
	// numbers 1, 0 and 0.5, or * for none. The default is result.
	Result string `yaml:"result,omitempty"`
	// Score is the column of the scores, for target score: the points of the first of two
	// seats less those of the second; in games of one seat its points. The default is score.
	Score string `yaml:"score,omitempty"`
	// Game is the column that names the game of a position. Positions are fitted to or held
	// out by games. Without the column blocks of consecutive lines stand for games, so that
	// the positions of a game must stand together. The default is game, if there is one.
	Game string `yaml:"game,omitempty"`
}

// The perspectives of a table.
const (
	ofFirst = "first"
	ofMover = "mover"
)

// Validate returns a mistake for every impossible option.
func (o fitOptions) Validate() error {
	var perspective error
	if o.Perspective != "" {
		perspective = keys.OneOf("perspective", "perspective", o.Perspective, ofFirst, ofMover)
	}
	return errors.Join(perspective, o.Options.Validate())
}

// ofTable reports whether an option is set that is for tables alone.
func (o fitOptions) ofTable() bool { return o.Columns != fitColumns{} || o.Perspective != "" }

// table returns how a table is read.
func (o fitOptions) table() training.SampleTable {
	return training.SampleTable{
		Position: o.Columns.Position, Result: o.Columns.Result, Score: o.Columns.Score, Game: o.Columns.Game,
		ByScore: o.ByScore(), Mover: o.Perspective == ofMover,
	}
}

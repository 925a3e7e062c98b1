package minesweeper

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// The names of the agents, values of the setting "agent".
const (
	agentGemini  = "gemini"
	agentLinear  = "linear"
	agentEV      = "ev"
	agentRandom  = "random"
	agentCertain = "certain-else-random"
	agentMaxP    = "max-p"
	agentPWQB    = "p-wqb"
)

// knownSettings lists everything that can be set.
var knownSettings = []engines.Setting{
	{Name: "width", Kind: engines.Int, Default: "16", Min: 1, Max: field.MaxSide, Doc: "columns of the field"},
	{Name: "height", Kind: engines.Int, Default: "16", Min: 1, Max: field.MaxSide, Doc: "rows of the field"},
	{Name: "mines", Kind: engines.Int, Default: "51", Min: 1, Max: field.MaxCells - 1, Doc: "mines in all, fewer than cells"},
	{Name: "flood", Kind: engines.Bool, Default: "true", Doc: "a 0 opens all its neighbours"},
	{Name: "bomb", Kind: engines.Bool, Default: "false", Doc: "a player who is behind may once open a square of 5 x 5"},
	{
		Name: "agent", Kind: engines.Choice, Default: agentGemini, Player: true,
		Choices: []string{agentGemini, agentLinear, agentEV, agentRandom, agentCertain, agentMaxP, agentPWQB},
		Doc:     "which agent plays, and so which weights there are",
	},
	{
		Name: "zero_mode", Kind: engines.Choice, Default: "A", Choices: []string{"A", "B", "C"}, Player: true,
		Doc: "gemini: undecided cells score as a guess (A), as the better of guess and safe click (B), or with the click weighted by its safety (C)",
	},
	{
		Name: "blank_mode", Kind: engines.Choice, Default: "product", Choices: []string{"product", "exact"}, Player: true,
		Doc: "gemini: the chance of an empty neighbourhood as a product over neighbours, or jointly",
	},
	{Name: "sure_first", Kind: engines.Bool, Default: "true", Player: true, Doc: "gemini: take certain mines before anything else"},
	{Name: "third_band", Kind: engines.Bool, Default: "false", Player: true, Doc: "gemini: a separate band for p above thr_third"},
	{Name: "candidates", Kind: engines.Int, Default: "6", Min: 1, Max: field.MaxCells, Player: true, Doc: "ev: how many cells are examined, the best by p - 0.5 q b"},
	{
		Name: "unfold", Kind: engines.Bool, Default: "false", Player: true,
		Doc: "ev: follow an opened 0 through every number its flood may show; for tiny fields only",
	},
}

// rules are the settings of a table.
type rules struct {
	width, height, mines int
	flood, bomb          bool
}

func newRules(s engines.Settings) rules {
	return rules{s.Int("width"), s.Int("height"), s.Int("mines"), s.Bool("flood"), s.Bool("bomb")}
}

// sized returns a field of the given size that has room for the mines and one
// more cell.
func (r rules) sized(width, height int) (*field.Field, error) {
	f, err := field.New(width, height)
	if err != nil {
		return nil, err
	}
	if r.mines >= f.N {
		return nil, fmt.Errorf("%d mines on a field of %d x %d: at most %d", r.mines, width, height, f.N-1)
	}
	return f, nil
}

package serve

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/runs"
)

// veiled is Othello in which a seat sees nothing but its legal moves.
type veiled struct{ engines.Engine }

func (v veiled) With(s engines.Settings) (engines.Engine, error) {
	e, err := v.Engine.With(s)
	return veiled{e}, err
}

func (v veiled) NewGame(seats int, seed uint64) (engines.Game, error) {
	g, err := v.Engine.NewGame(seats, seed)
	return veiledGame{g}, err
}

func (v veiled) ParseGame(text string, seed uint64) (engines.Game, error) {
	if text == veil {
		return nil, errors.New("no board")
	}
	g, err := v.Engine.ParseGame(text, seed)
	return veiledGame{g}, err
}

// Evaluate returns 0 for every seat if p is a view, and 7 if it is the whole position.
func (v veiled) Evaluate(p engines.Position, _ engines.Weights) ([]float64, error) {
	if _, view := p.(veiledView); view {
		return []float64{0, 0}, nil
	}
	return []float64{7, 7}, nil
}

// NewPlayer returns a player that chooses the first legal move.
func (v veiled) NewPlayer(ctx context.Context, _ engines.Agent) (engines.Player, error) {
	return engines.NewPlayer(ctx, v, engines.Agent{Player: "first"})
}

type veiledGame struct{ engines.Game }

func (g veiledGame) Clone() engines.Game       { return veiledGame{g.Game.Clone()} }
func (g veiledGame) View(int) engines.Position { return veiledView{g.Game} }

type veiledView struct{ engines.Position }

const veil = "a board with a veil"

func (veiledView) String() string { return veil }

// No answer about a session has the position with what is hidden from the seat to move, or its
// evaluation. A game whose views cannot be parsed has no playouts, and the error says why.
func TestAnswersHaveTheViewOfASeat(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = runs.Catalog{Games: engines.Registry{veiled{othello.New()}}} })
	state := post[sessionAnswer](t, s, "/games", `{"engine":"othello"}`).State
	body := `{"state":` + quoted(state) + `,`
	for path, agents := range map[string]string{"/games/analyze": `"agents":[{"source":"first"}]}`, "/games/rate": `"agent":{"source":"first"}}`} {
		if w := ask(t, s, http.MethodPost, "/api/v1"+path, body+agents); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"position":"`+veil+`"`) {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	for path, agents := range map[string]string{"/games/analyze": `"agents":[{"source":"default"}]}`, "/games/rate": `"agent":{"source":"default"}}`} {
		if w := ask(t, s, http.MethodPost, "/api/v1"+path, body+agents); !strings.Contains(w.Body.String(), `"static":[0,0]`) {
			t.Errorf("%s: %d %s, want the evaluation of the view", path, w.Code, w.Body)
		}
	}
	w := ask(t, s, http.MethodPost, "/api/v1/games/playout", body+`"agent":{"source":"first"}}`)
	if want := "the game cannot be played out from what seat 1 sees: no board"; !strings.Contains(w.Body.String(), want) {
		t.Errorf("%d %s, want %s", w.Code, w.Body, want)
	}
}

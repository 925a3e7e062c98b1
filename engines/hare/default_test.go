package hare_test

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
)

// TestDefaultAgentIsSound plays the default agent against players with other searches of at most
// four moves. The preset hare-default has the whole table.
func TestDefaultAgentIsSound(t *testing.T) {
	t.Parallel()
	game, err := hare.New().With(engines.Settings{"opening": "6", "guard": "100"})
	if err != nil {
		t.Fatal(err)
	}
	own, err := game.NewPlayer(context.Background(), engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		settings engines.Settings
		least    float64 // score
	}{
		"one move ahead":                {engines.Settings{"depth": "1", "rule": "abs", "hares": "none"}, 0.7},
		"one move ahead, for its lead":  {engines.Settings{"depth": "1", "rule": "rel", "hares": "none"}, 0.7},
		"hares as empty squares":        {engines.Settings{"hares": "none"}, 0.65},
		"two moves for its own points":  {engines.Settings{"rule": "abs"}, 0.55},
		"four moves for its own points": {engines.Settings{"depth": "4", "rule": "abs", "hares": "none", "pruning": "article"}, 0.55},
	} {
		other, err := game.NewPlayer(context.Background(), engines.Agent{Settings: c.settings})
		if err != nil {
			t.Fatal(err)
		}
		points, games := 0.0, 0
		for seed := range uint64(30) {
			for seat := range 2 {
				g, err := game.NewGame(2, seed)
				if err != nil {
					t.Fatal(err)
				}
				for !g.Over() {
					p := other
					if g.Turn() == seat {
						p = own
					}
					m, err := p.Choose(context.Background(), g)
					if err == nil {
						err = g.Apply(m)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				points += g.Outcome().Points(seat)
				games++
			}
		}
		if score := points / float64(games); score < c.least {
			t.Errorf("%s: the default agent scores %.3f of %d games, want at least %v", name, score, games, c.least)
		} else {
			t.Logf("%s: %.3f of %d games", name, score, games)
		}
	}
}

// TestProfileArticleHasTheArticlesSearch checks the settings that the article names.
func TestProfileArticleHasTheArticlesSearch(t *testing.T) {
	t.Parallel()
	game, err := hare.New().With(engines.Settings{"profile": "article"})
	if err != nil {
		t.Fatal(err)
	}
	want := engines.Settings{"depth": "8", "rule": "abs", "hares": "none", "pruning": "article", "width": "0,0,8,8,4", "board": "1978", "deck": "iid", "sorting": "true"}
	for _, s := range game.Spec().Settings {
		if w, ok := want[s.Name]; ok && s.Default != w {
			t.Errorf("%s is %s, want %s", s.Name, s.Default, w)
		}
	}
}

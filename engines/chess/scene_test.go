package chess

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/show"
)

func TestScene(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ moves, scene, told string }{
		{
			"",
			`{"board":"rnbqkbnrpppppppp--------------------------------PPPPPPPPRNBQKBNR","check":"","last":""}`, "",
		},
		{
			"e2e4 d7d5 e4d5",
			`{"board":"rnbqkbnrppp-pppp-----------P--------------------PPPP-PPPRNBQKBNR","check":"","last":"e4d5"}`, "exd5",
		},
		{
			"e2e4 f7f5 d1h5",
			`{"board":"rnbqkbnrppppp-pp-------------p-Q----P-----------PPPP-PPPRNB-KBNR","check":"e8","last":"d1h5"}`, "Qh5+",
		},
		{
			"f2f3 e7e5 g2g4 d8h4",
			`{"board":"rnb-kbnr` + `pppp-ppp` + `--------` + `----p---` + `------Pq` + `-----P--` + `PPPPP--P` + `RNBQKBNR","check":"e1","last":"d8h4"}`, "Qh4#; over: checkmate",
		},
	} {
		g, err := New().ParseGame("startpos", 0)
		if err != nil {
			t.Fatal(err)
		}
		for text := range strings.FieldsSeq(c.moves) {
			m, err := g.ParseMove(text)
			if err == nil {
				err = g.Apply(m)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		s, err := New().(show.SceneProvider).Scene(g)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.scene {
			t.Errorf("%s:\n%s\nwant\n%s", c.moves, got, c.scene)
		}
		if told := show.LastEvent(g); told != c.told {
			t.Errorf("%s: told %q, want %q", c.moves, told, c.told)
		}
	}
}

package serve

import (
	"bytes"
	"encoding/json"
	"testing"
)

// Scenes and layouts equal the golden files, which LANISTA_UPDATE=1 rewrites.
func TestScenesAndLayouts(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	var out bytes.Buffer
	show := func(title string, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(title + "\n" + string(text) + "\n")
	}
	for _, c := range []struct{ title, body string }{
		{"risk", `{"engine":"risk","settings":{"map":"classic"},"seats":3,"seed":"1"}`},
		{"risk, a grid", `{"engine":"risk","settings":{"map":"grid","size":"2"},"position":"A3 B1 / B4 A1 ; A attack 3","seed":"1"}`},
		{"hare", `{"engine":"hare","position":"45;26;2;f;29;19;0;f","seed":"7"}`},
		{"othello", `{"engine":"othello","moves":["f5"],"seed":"1"}`},
		{"minesweeper", `{"engine":"minesweeper","settings":{"width":"5","height":"4","mines":"4"},"moves":["2,1"],"seed":"3"}`},
		{"2048", `{"engine":"2048","seed":"1"}`},
		{"go", `{"engine":"go","settings":{"size":"3"},"moves":["b2","a3"],"seed":"1"}`},
	} {
		show(c.title, post[sessionAnswer](t, s, "/games", c.body).Scene)
	}
	classic := map[string]string{"risk": "set=map=classic"}
	for _, name := range []string{"hare", "othello", "minesweeper", "risk"} {
		show("layout of "+name, get[any](t, s, "/api/v1/engines/"+name+"/layout?"+classic[name]))
	}
	golden(t, "scenes.txt", out.Bytes())
}

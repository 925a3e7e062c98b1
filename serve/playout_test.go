package serve

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// next is a script that finds what to press for some legal move of the game on the page. It brings
// it into view and returns where it is, or null if nothing can be pressed, because an earlier press
// has had its effect in the meantime.
const next = `(() => {
  const fields = [...document.querySelectorAll(".hits button:not([aria-disabled])")];
  const controls = [...document.querySelectorAll("#controls button:not(:disabled)")];
  const number = (b) => Number(b.dataset.id);
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const game = location.pathname.split("/")[2];
  let press = fields[0] ?? controls[0];
  if (game === "risk") press = controls.find((b) => /border security|Attack/.test(b.textContent)) ?? any([...fields, ...fields, ...controls.slice(0, 1)]);
  const named = (list, words) => list.filter((b) => words.test(b.ariaLabel ?? b.textContent));
  if (game === "risk-classic") press = named(controls, /to the end|^Trade|^Move/)[0] ?? any([...named(controls, /^(Keep|Stop|End|No more)/), any(named(fields, /can be attacked|can take units/)) ?? any(fields)].filter(Boolean));
  if (game === "hare") press = fields.length ? fields.reduce((a, b) => (number(a) > number(b) ? a : b)) : controls[0];
  if (game === "2048") press = any(controls);
  if (game === "chess") press = controls[0] ?? any(fields.filter((b) => /be moved to/.test(b.ariaLabel))) ?? any(fields);
  if (!press) return null;
  press.scrollIntoView({ block: "center", inline: "center" });
  press.focus({ preventScroll: true });
  const at = press.getBoundingClientRect();
  return [at.x + at.width / 2, at.y + at.height / 2];
})()`

// shown is what changes when something has been pressed; a browser may take its
// time to make a click of a touch.
const shown = `document.getElementById("turn").textContent + location.hash + document.getElementById("controls").innerText + document.body.className + document.querySelectorAll(".hits button:not([aria-disabled])").length`

// presses are the ways to press what has been found.
var presses = map[string]func(p *tab, x, y float64){
	"mouse":    func(p *tab, x, y float64) { p.do(chromedp.MouseClickXY(x, y)) },
	"keyboard": func(p *tab, _, _ float64) { p.do(chromedp.KeyEvent(kb.Enter)) },
	"touch": func(p *tab, x, y float64) {
		for _, kind := range []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchEnd} {
			event := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
			if kind == input.DispatchTouchEventTypeTouchStart {
				event.TouchPoints = []*input.TouchPoint{{X: x, Y: y}}
			}
			if _, err := chromedp.Call(p, input.DispatchTouchEvent, event); err != nil {
				p.t.Fatal(err)
			}
		}
	},
}

// shortTables are tables on which a game soon ends.
var shortTables = map[string]string{
	"risk": `{"map":"grid","size":"3","round_cap":"6"}`, "risk-classic": `{"round_cap":"4"}`, "minesweeper": `{"width":"6","height":"6","mines":"7"}`,
}

// sit opens the page of a game with these agents at its seats, "" being a person, and no pause
// between moves.
func (p *tab) sit(game string, who ...string) {
	p.t.Helper()
	type seat struct {
		Source   string            `json:"source"`
		Settings map[string]string `json:"settings"`
	}
	var seats []seat
	for _, source := range who {
		seats = append(seats, seat{source, map[string]string{}})
	}
	text, err := json.Marshal(seats)
	if err != nil {
		p.t.Fatal(err)
	}
	table := shortTables[game]
	if table == "" {
		table = "{}"
	}
	p.open("/play")
	eval[bool](p, fmt.Sprintf(`(localStorage.setItem("table:%s", %q), localStorage.setItem("seats:%[1]s", %[3]q), true)`, game, table, text))
	p.open("/play/" + game)
	p.until(`document.querySelectorAll(".hits button").length > 0`)
	p.do(chromedp.SetValue("#pace", "0"))
}

// pollsPerPress is the number of times that finish looks for the effect of a press before it presses
// again. A press can be lost: on a busy machine the browser may take a touch for a long one, which
// presses no button. A press that has its effect late does no harm, because the next one is then
// another legal move.
const pollsPerPress = 100

// finish plays the game on the page to its end by pressing.
func (p *tab) finish(press func(p *tab, x, y float64)) {
	p.t.Helper()
	for presses := 0; ; presses++ {
		p.until(mine)
		if p.over() {
			return
		}
		if presses > 5000 {
			p.t.Fatal("the game does not end")
		}
		before := eval[string](p, shown)
		at := eval[*[2]float64](p, next)
		if at == nil {
			continue
		}
		press(p, at[0], at[1])
		for polls := 0; eval[string](p, shown) == before && polls < pollsPerPress; polls++ {
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// long skips what takes minutes.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("takes minutes: LANISTA_EXHAUSTIVE=1")
	}
}

// opponent is the second seat of a game that has one.
func opponent(game, who string) []string {
	if game == "2048" {
		return []string{""}
	}
	return []string{"", who}
}

// Every game can be played to its end by mouse, touch and keyboard alone.
func TestEveryGameEndsByEveryHand(t *testing.T) {
	long(t)
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	for _, hand := range []string{"mouse", "keyboard", "touch"} {
		if hand == "touch" {
			p.size(390, 844)
		}
		for _, game := range allGames.Games.Names() {
			p.sit(game, opponent(game, "champion")...)
			p.finish(presses[hand])
			p.shot(game + " by " + hand)
		}
	}
}

// Every game can be played to its end against each of its levels by mouse, keyboard and
// touch at the width of a telephone; by two people, and by agents alone.
func TestEveryGameEndsAgainstEverybody(t *testing.T) {
	long(t)
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	for _, game := range allGames.Games.Names() {
		sheet := get[engineSheet](t, s, "/api/v1/engines/"+game)
		tables := [][]string{{"default"}}
		if sheet.Seats[1] > 1 {
			tables = [][]string{{"", ""}, {"default", "default"}}
		}
		for _, a := range sheet.Agents {
			if strings.HasPrefix(a.Name, "level:") {
				tables = append(tables, opponent(game, a.Name))
			}
		}
		for _, who := range tables {
			for _, hand := range []string{"mouse", "keyboard", "touch"} {
				if hand != "mouse" && !slices.Contains(who, "") {
					continue // nobody presses anything
				}
				t.Run(game+" "+strings.Join(who, ",")+" by "+hand, func(t *testing.T) {
					p := newTab(t, s)
					if hand == "touch" {
						p.size(390, 844)
					}
					p.sit(game, who...)
					p.finish(presses[hand])
					if says := eval[string](p, `document.getElementById("over").innerText`); !strings.Contains(says, "Play again") {
						t.Errorf("it ends with %q", says)
					}
				})
			}
		}
	}
}

// A move is proposed, made, taken back and made again; a reload goes on with the
// moves that were made, and the link of a position opens it elsewhere.
func TestUndoHintShareReload(t *testing.T) {
	t.Parallel()
	games := []string{"chess"}
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		games = allGames.Games.Names()
	}
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	p := newTab(t, s)
	const moves, position = `document.querySelectorAll("#moves li").length`, `document.getElementById("position").textContent`

	for _, game := range games {
		p.sit(game, slices.Repeat([]string{""}, len(opponent(game, "")))...)
		start := eval[string](p, position)
		p.do(chromedp.KeyEvent("h"))
		agent := "default"
		if slices.ContainsFunc(get[championList](t, s, "/api/v1/champions").Champions, func(c champion) bool { return c.Engine == game }) {
			agent = "champion"
		}
		p.until(idle + ` && /^` + agent + ` would play /.test(document.getElementById("told").textContent)`)
		hint := eval[string](p, `document.getElementById("move").placeholder`)
		p.do(chromedp.SendKeys("#move", hint+kb.Enter))
		p.until(idle + ` && ` + moves + ` === 2`)
		first := eval[string](p, position)
		p.do(chromedp.Blur("#move"), chromedp.KeyEvent("u"))
		p.until(idle + ` && ` + position + ` !== ` + fmt.Sprintf("%q", first))
		if back := eval[string](p, position); back != start {
			t.Errorf("%s: taken back to %s, not to %s", game, back, start)
		}
		walk := func(key string, ply int) {
			if game != "2048" {
				p.do(chromedp.KeyEvent(key))
				return
			}
			// In 2048 an arrow is a move wherever it is legal.
			eval[any](p, fmt.Sprintf(`void document.querySelector("#moves li:nth-child(%d) button").click()`, ply+1))
		}
		walk(kb.ArrowRight, 1)
		p.until(idle + ` && ` + position + ` === ` + fmt.Sprintf("%q", first))
		p.do(chromedp.Reload())
		p.until(`document.querySelectorAll(".hits button").length > 0 && ` + moves + ` === 2`)
		if now := eval[string](p, position); now != first {
			t.Errorf("%s: a reload shows %s, not %s", game, now, first)
		}
		walk(kb.ArrowLeft, 0)
		p.until(idle + ` && ` + position + ` === ` + fmt.Sprintf("%q", start))
		link := eval[string](p, `"#p=" + encodeURIComponent(JSON.stringify({ position: `+fmt.Sprintf("%q", first)+`, settings: `+settingsOf(game)+` }))`)
		p.open("/play")
		p.open("/play/" + game + link)
		p.until(`document.querySelectorAll(".hits button").length > 0 && ` + position + ` === ` + fmt.Sprintf("%q", first))
	}
}

func settingsOf(game string) string {
	if s := shortTables[game]; s != "" {
		return s
	}
	return "{}"
}

// A position is set up with the tools of the game and as text, both ways; one that
// cannot be is refused with the place.
func TestSetUp(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("chess", "", "")
	p.do(chromedp.Click("#edit"))
	p.until(`!document.getElementById("setup").hidden`)
	const text = `document.querySelector("#setup textarea").value`
	const press = `[...document.querySelectorAll("#setup button")].find((b) => b.textContent === %q).click()`
	eval[any](p, fmt.Sprintf(press, "Clear"))
	for _, put := range [][2]string{{"6", "e1"}, {"5", "d1"}, {"7", "a1"}} {
		p.do(chromedp.KeyEvent(put[0]))
		eval[any](p, `document.querySelector('[data-id="`+put[1]+`"]').click()`)
	}
	eval[any](p, fmt.Sprintf(press, "black king"))
	eval[any](p, `document.querySelector('[data-id="e8"]').click()`)
	p.until(text + ` === "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"`)
	set := func(position string) {
		eval[any](p, fmt.Sprintf(`(() => { const text = document.querySelector("#setup textarea"); text.value = %q; text.dispatchEvent(new Event("change")); })()`, position))
	}
	set("4k3/8/8/8/8/8/8/3QK3/8 w - - 0 1")
	p.until(`/rank|field|board/.test(document.getElementById("problem").textContent)`)
	p.forgive("422")
	set("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
	p.until(`document.querySelector('[data-id="e2"]').ariaLabel.includes("white pawn") && document.getElementById("problem").hidden`)
	eval[any](p, fmt.Sprintf(press, "Set up"))
	p.until(`document.getElementById("setup").hidden && document.getElementById("turn").textContent.startsWith("Black")`)
}

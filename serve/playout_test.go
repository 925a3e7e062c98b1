package serve

import (
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// next finds what to press for some legal move of the game on the page, brings it
// into view, and returns where it is.
const next = `(() => {
  const fields = [...document.querySelectorAll(".hits button:not([aria-disabled])")];
  const controls = [...document.querySelectorAll("#controls button:not(:disabled)")];
  const number = (b) => Number(b.dataset.id);
  const game = location.pathname.split("/")[2];
  let press = fields[0] ?? controls[0];
  if (game === "risk") press = controls.find((b) => /border security|Attack/.test(b.textContent)) ?? fields[Math.floor(Math.random() * (fields.length + 1))] ?? controls[0];
  if (game === "hare") press = fields.length ? fields.reduce((a, b) => (number(a) > number(b) ? a : b)) : controls[0];
  if (game === "2048") press = controls[Math.floor(Math.random() * controls.length)];
  press.scrollIntoView({ block: "center", inline: "center" });
  press.focus({ preventScroll: true });
  const at = press.getBoundingClientRect();
  return [at.x + at.width / 2, at.y + at.height / 2];
})()`

// shown is what changes when something has been pressed; a browser may take its
// time to make a click of a touch.
const shown = `document.getElementById("turn").textContent + location.hash + document.getElementById("controls").innerText + document.body.className`

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

// Every game can be played to its end by mouse, touch and keyboard alone.
func TestEveryGameEndsByEveryHand(t *testing.T) {
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("takes minutes: LANISTA_EXHAUSTIVE=1")
	}
	tables := map[string]string{
		"othello": `{}`, "hare": `{}`, "risk": `{"map":"grid","size":"3","round_cap":"6"}`,
		"minesweeper": `{"width":"6","height":"6","mines":"7"}`, "2048": `{}`,
	}
	for hand, press := range presses {
		for game, table := range tables {
			t.Run(game+" by "+hand, func(t *testing.T) {
				p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
				if hand == "touch" {
					p.size(390, 844)
				}
				p.open("/play")
				eval[bool](p, `(localStorage.setItem("table:`+game+`", JSON.stringify(`+table+`)), true)`)
				p.open("/play/" + game)
				p.until(`document.querySelectorAll(".hits button").length > 0`)
				p.do(chromedp.SetValue("#pace", "0"))
				for presses := 0; ; presses++ {
					p.until(mine)
					if p.over() {
						break
					}
					if presses > 2000 {
						t.Fatal("the game does not end")
					}
					at := eval[[2]float64](p, next)
					before := eval[string](p, shown)
					press(p, at[0], at[1])
					for late := time.Now().Add(time.Second); eval[string](p, shown) == before && time.Now().Before(late); {
						time.Sleep(5 * time.Millisecond)
					}
				}
				p.shot(game + " by " + hand)
			})
		}
	}
}

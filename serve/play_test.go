package serve

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// played opens the page of a game without pauses between moves.
func played(t *testing.T, path string) *tab {
	t.Helper()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.open(path)
	p.until(`document.querySelectorAll(".hits button").length > 0`)
	p.do(chromedp.SetValue("#pace", "0"))
	return p
}

// mine is a script that reports whether a person may move or the game is over.
const mine = `!document.body.classList.contains("busy") && (!document.getElementById("over").hidden || / \(you\) to move|Your move/.test(document.getElementById("turn").textContent))`

func (p *tab) over() bool { return eval[bool](p, `!document.getElementById("over").hidden`) }

// The end of a game of Othello can be played by the keyboard alone: arrow keys move between
// squares and Enter plays. TestEveryGameEndsByEveryHand plays whole games.
func TestOthelloByKeyboard(t *testing.T) {
	t.Parallel()
	p := played(t, "/play/othello#p=-XXXXXXXO-XXXXXXOOXXOOXXOOOOOXOXOOOOOXOXOOOOOXXXOOOOOO--OOO---O-%20X")
	p.do(chromedp.Focus(`.hits button[tabindex="0"]`))
	for range 70 {
		p.until(mine)
		if p.over() {
			break
		}
		if eval[bool](p, `[...document.querySelectorAll("#controls button")].some((b) => b.textContent === "Pass")`) {
			ply := eval[int](p, `document.querySelectorAll("#moves li").length`)
			p.do(chromedp.Focus("#move"), chromedp.KeyEvent("pass"+kb.Enter), chromedp.Focus(`.hits button[tabindex="0"]`))
			p.until(fmt.Sprintf(`document.querySelectorAll("#moves li").length > %d`, ply))
			continue
		}
		square := eval[string](p, `document.querySelector(".hits button:not([aria-disabled])").dataset.id`)
		ply := eval[int](p, `document.querySelectorAll("#moves li").length`)
		keys := kb.Home
		for range square[1] - '1' {
			keys += kb.ArrowDown
		}
		for range square[0] - 'a' {
			keys += kb.ArrowRight
		}
		p.do(chromedp.KeyEvent(keys))
		if at := eval[string](p, `document.activeElement.dataset.id`); at != square {
			t.Fatalf("the arrows lead to %s, not to %s", at, square)
		}
		p.do(chromedp.KeyEvent(kb.Enter))
		p.until(fmt.Sprintf(`document.querySelectorAll("#moves li").length > %d`, ply))
	}
	if !p.over() {
		t.Fatal("the game does not end")
	}
	p.shot("othello over")
	if n := eval[string](p, `localStorage.getItem("tally")`); n == "" {
		t.Error("the game is not in the tally")
	}
}

// A stored game can be replayed by buttons and keys.
func TestReplayByKeys(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/runs/cup/games/0/1/1")
	p.until(`document.querySelectorAll(".hits button").length > 0`)
	p.do(chromedp.KeyEvent(kb.ArrowRight + kb.ArrowRight))
	p.until(`document.getElementById("turn").textContent.startsWith("move 2 of")`)
	p.do(chromedp.KeyEvent(kb.End))
	p.until(`document.getElementById("ply").value === document.getElementById("ply").max`)
	p.do(chromedp.Click("#all"))
	p.until(`document.getElementById("all").textContent === "Evaluate all" && !document.getElementById("chart").hidden`)
	p.shot("replay")
}

// If the server stops while a game is evaluated, the page reports it, and its button evaluates again.
func TestEvaluationWithoutAServer(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/runs/cup/games/0/1/1")
	p.until(`document.getElementById("turn").textContent.startsWith("move 0 of")`)
	eval[any](p, `void (window.fetch = () => Promise.reject(new TypeError("Failed to fetch")))`)
	p.do(chromedp.Click("#all"))
	p.until(`document.getElementById("told").textContent === "the server does not respond"`)
	p.until(`document.getElementById("all").textContent === "Evaluate all"`)
}

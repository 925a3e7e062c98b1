package serve

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/runs"
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

// The results against agents contain no game that ended in an analysis, in which the user moves for
// all seats, or in play by agents for all seats.
func TestOnlyOwnGamesAreCounted(t *testing.T) {
	t.Parallel()
	p := played(t, "/play/chess#p=6k1/5ppp/8/8/8/8/8/R6K%20w%20-%20-%200%201")
	mate := func() {
		p.do(chromedp.Focus("#move"), chromedp.KeyEvent("a1a8"+kb.Enter))
		p.until(`!document.getElementById("over").hidden`)
	}
	back := func() {
		p.do(chromedp.Click("#undo"))
		p.until(`document.getElementById("over").hidden`)
	}
	const tally = `localStorage.getItem("tally") ?? ""`
	p.do(chromedp.Click("#analyse"))
	p.until(`document.getElementById("analyse").ariaPressed === "true"`)
	mate()
	back()
	if counted := eval[string](p, tally); counted != "" {
		t.Errorf("a game of an analysis is counted: %s", counted)
	}
	p.do(chromedp.Click("#analyse"))
	p.until(`document.getElementById("analyse").ariaPressed === "false"`)
	mate()
	p.until(tally + ` !== ""`)
	if counted := eval[string](p, tally); !strings.Contains(counted, "[1,0,0]") {
		t.Errorf("a game won by the user: %s", counted)
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

// The button of Hare's move 0 describes what the move does in the position.
func TestTheMoveThatIsNoStep(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	for position, want := range map[string]string{
		"10;60;3;t;0;65;3;f": "eat a lettuce",
		"3;60;3;t;0;65;3;f":  "miss the turn",
		"3;60;3;c;0;65;3;f":  "take and give nothing",
		"12;0;3;f;11;65;3;f": "go back to the start",
	} {
		p.open("/play/hare?" + url.QueryEscape(position) + "#p=" + url.PathEscape(`{"position":"`+position+`","settings":{"deck":"old"}}`))
		p.until(`document.querySelector("#controls button.primary")`)
		if got := eval[[]string](p, `[...document.querySelectorAll("#controls button.primary")].map((b) => b.textContent)`); got[len(got)-1] != want {
			t.Errorf("%s: buttons %q, not %q", position, got, want)
		}
	}
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

// The link to the content of a page moves the focus and changes nothing else: the game on the page for
// playing goes on, and the page of an etude set shows an etude if it is loaded again.
func TestSkipLink(t *testing.T) {
	t.Parallel()
	p := played(t, "/play/othello")
	p.do(chromedp.Focus("#move"), chromedp.KeyEvent("f5"+kb.Enter))
	p.until(mine + ` && document.querySelectorAll("#moves li").length === 3`)
	p.do(chromedp.Focus("a.skip"), chromedp.KeyEvent(kb.Enter))
	p.until(`document.activeElement.id === "main" && location.hash.startsWith("#g=")`)
	if n := eval[int](p, `document.querySelectorAll("#moves li").length`); n != 3 || eval[bool](p, `document.body.classList.contains("busy")`) {
		t.Errorf("%d moves after the link to the content", n-1)
	}
	p.open("/etudes/hare-20#main")
	p.until(`document.querySelectorAll(".hits button").length > 0 && document.getElementById("turn").textContent.startsWith("etude 1 ")`)
}

// A session that cannot be opened leaves a page without a game, on which commands have no effect, and
// offers a new game.
func TestASessionThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.open("/play/othello#g=v1.AAAA")
	p.until(`document.querySelector("#problem button")`)
	want := eval[string](p, `document.getElementById("problem").textContent`)
	if !strings.HasSuffix(want, "new game") || strings.Contains(want, "null") {
		t.Error(want)
	}
	p.do(chromedp.Focus("#main"), chromedp.KeyEvent("uhap"+kb.Enter+kb.ArrowLeft+kb.ArrowRight), chromedp.Focus("#move"), chromedp.KeyEvent("f5"+kb.Enter), chromedp.Click("#edit"))
	if got := eval[string](p, `document.getElementById("problem").textContent`); got != want {
		t.Errorf("%q, not %q", got, want)
	}
	p.forgive("422")
	p.do(chromedp.Click("#problem button"))
	p.until(mine)
}

// A hint does not wait for the values of the moves, which the page requests again after it.
func TestAHintEndsTheSearchForValues(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog, o.Searches = allGames, 1 }))
	p.open("/play")
	eval[any](p, `localStorage.setItem("seats:othello", JSON.stringify([{source: "", settings: {}}, {source: "default", settings: {depth: "40"}}]))`)
	p.open("/play/othello")
	p.until(mine)
	p.do(chromedp.SetValue("#seconds", "6"))
	eval[any](p, `void (() => {
		const send = window.fetch;
		window.rates = [];
		window.fetch = (address, options) => {
			if (String(address).endsWith("/games/rate")) rates.push(options.signal);
			return send(address, options);
		};
		document.getElementById("thinking").open = true;
	})()`)
	p.until(`rates.length === 1`)
	p.do(chromedp.Click("#hint"))
	p.until(`rates[0].aborted`)
	// A busy server may need longer to end the search than a request waits for it.
	p.until(`document.getElementById("told").textContent.includes("would play") || (document.querySelector("#problem button")?.click(), false)`)
	p.until(`document.querySelector("#thoughts table")`)
	p.forgive("429")
}

// A response that arrives after the user has begun a new game does not change that game: neither that
// to a move nor that to taking it back, nor an error, which is not reported either.
func TestLateResponses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		late  string
		fails bool
	}{{"move", false}, {"back", false}, {"back", true}} {
		late := c.late
		p := played(t, "/play/othello")
		p.until(mine)
		hold := func() {
			eval[any](p, `(() => {
				const send = window.fetch;
				window.fetch = async (...all) => {
					const answer = await send(...all);
					if (String(all[0]).endsWith("/games/`+late+`")) {
						await new Promise((done) => { window.release = done; });
						if (`+strconv.FormatBool(c.fails)+`) return new Response("{}", { status: 500 });
					}
					return answer;
				};
			})()`)
		}
		if late == "move" {
			hold()
		}
		p.do(chromedp.Focus("#move"), chromedp.KeyEvent("f5"+kb.Enter))
		if late == "back" {
			p.until(mine + ` && document.querySelectorAll("#moves li").length > 1`)
			hold()
			p.do(chromedp.Click("#undo"))
		}
		p.until(`window.release`)
		was := eval[string](p, `location.hash`)
		p.do(chromedp.Click("#new"))
		p.until(`document.getElementById("ask").open || location.hash !== ` + strconv.Quote(was))
		if eval[bool](p, `document.getElementById("ask").open`) {
			p.do(chromedp.Click("#ask button.primary"))
		}
		p.until(mine + ` && location.hash !== ` + strconv.Quote(was))
		begun := eval[string](p, `location.hash`)
		eval[any](p, `(window.release(), new Promise((done) => setTimeout(done, 300)))`)
		if got, n := eval[string](p, `location.hash`), eval[int](p, `document.querySelectorAll("#moves li").length`); got != begun || n != 1 {
			t.Errorf("%s: the new game has %d moves; its position has changed: %t", late, n-1, got != begun)
		}
		if text := eval[string](p, `document.getElementById("problem").textContent`); text != "" {
			t.Errorf("%s: the new game reports %q", late, text)
		}
	}
}

// The response to a new game that arrives after the user has gone to another position does not begin
// that game.
func TestALateNewGame(t *testing.T) {
	t.Parallel()
	p := played(t, "/play/othello")
	p.until(mine)
	p.do(chromedp.Focus("#move"), chromedp.KeyEvent("f5"+kb.Enter))
	p.until(mine + ` && document.querySelectorAll("#moves li").length > 1`)
	eval[any](p, `(() => {
		const send = window.fetch;
		window.fetch = async (...all) => {
			const answer = await send(...all);
			if (String(all[0]).endsWith("/games")) await new Promise((done) => { window.release = done; });
			return answer;
		};
	})()`)
	p.do(chromedp.Click("#new"), chromedp.Click("#ask button.primary"))
	p.until(`window.release`)
	was := eval[int](p, `document.querySelectorAll("#moves li").length`)
	p.do(chromedp.Click("#moves li button"))
	p.until(`document.querySelector("#moves [aria-current]").textContent === "start"`)
	at := eval[string](p, `location.hash`)
	eval[any](p, `(window.release(), new Promise((done) => setTimeout(done, 300)))`)
	if got, n := eval[string](p, `location.hash`), eval[int](p, `document.querySelectorAll("#moves li").length`); got != at || n != was {
		t.Errorf("the game of %d moves now has %d; its position has changed: %t", was-1, n-1, got != at)
	}
}

// A number of seats that is not whole is rounded.
func TestSeatsAreWhole(t *testing.T) {
	t.Parallel()
	p := played(t, "/play/risk")
	p.until(mine)
	eval[any](p, `(() => { const many = document.getElementById("how-many"); many.value = "2.5"; many.dispatchEvent(new Event("change")); })()`)
	p.until(mine + ` && document.querySelectorAll("#seats > *").length === 3`)
}

// three is a game that needs at least three players.
type three struct{ engines.Engine }

func (g three) Spec() engines.Spec {
	s := g.Engine.Spec()
	s.Name, s.MinSeats = "three", 3
	return s
}

func (g three) With(s engines.Settings) (engines.Engine, error) {
	e, err := g.Engine.With(s)
	return three{e}, err
}

// The page of a game that needs three players begins with three seats.
func TestAGameOfThree(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = runs.Catalog{Games: engines.Registry{three{hare.New()}}} }))
	p.open("/play/three")
	p.until(mine + ` && document.querySelectorAll("#seats > *").length === 3 && document.getElementById("problem").hidden`)
}

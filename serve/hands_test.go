package serve

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// finger moves a finger over the page from one place to another.
func (p *tab) finger(x, y, toX, toY float64) {
	p.t.Helper()
	const steps = 8
	for i := 0; i <= steps+1; i++ {
		part := float64(min(i, steps)) / steps
		kind, points := input.DispatchTouchEventTypeTouchMove, []*input.TouchPoint{{X: x + part*(toX-x), Y: y + part*(toY-y)}}
		switch i {
		case 0:
			kind = input.DispatchTouchEventTypeTouchStart
		case steps + 1:
			kind, points = input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}
		}
		if _, err := chromedp.Call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}); err != nil {
			p.t.Fatal(err)
		}
	}
}

// drag moves the mouse over the page with its button held down.
func (p *tab) drag(x, y, toX, toY float64) {
	p.t.Helper()
	const steps = 8
	mouse := func(kind input.DispatchMouseEventType, part float64) {
		p.t.Helper()
		event := input.DispatchMouseEventParams{Type: kind, X: x + part*(toX-x), Y: y + part*(toY-y), Button: input.MouseButtonLeft, ClickCount: 1, Buttons: 1}
		if _, err := chromedp.Call(p, input.DispatchMouseEvent, event); err != nil {
			p.t.Fatal(err)
		}
	}
	mouse(input.DispatchMouseEventTypeMousePressed, 0)
	for i := 1; i <= steps; i++ {
		mouse(input.DispatchMouseEventTypeMouseMoved, float64(i)/steps)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, 1)
}

// middle returns the middle of a field of the board, brought into view.
func (p *tab) middle(id string) [2]float64 {
	p.t.Helper()
	return eval[[2]float64](p, fmt.Sprintf(`(() => { const b = document.querySelector('.hits [data-id="%s"]'); b.scrollIntoView({ block: "nearest" });
		const r = b.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, id))
}

const idle = `!document.body.classList.contains("busy")`

// Pieces of chess can be dragged with the mouse and with a finger, an illegal drop changes
// nothing, and the list has the moves in the short notation.
func TestChessByDragging(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("chess", "", "")
	list := `[...document.querySelectorAll("#moves li")].map((l) => l.textContent).join(" ")`
	drop := func(how func(x, y, toX, toY float64), from, to, want string) {
		t.Helper()
		a, b := p.middle(from), p.middle(to)
		how(a[0], a[1], b[0], b[1])
		p.until(idle + ` && ` + list + ` === ` + fmt.Sprintf("%q", want))
	}
	drop(p.drag, "g1", "f3", "start 1. Nf3")
	drop(p.drag, "g8", "e7", "start 1. Nf3") // illegal
	drop(p.drag, "g8", "f6", "start 1. Nf3 Nf6")
	p.size(390, 844)
	drop(p.finger, "e2", "e4", "start 1. Nf3 Nf6 2. e4")
	drop(p.finger, "f6", "e4", "start 1. Nf3 Nf6 2. e4 Nxe4")
	if eval[float64](p, `scrollX`) != 0 {
		t.Error("dragging has scrolled the page")
	}
	if got := eval[string](p, `document.getElementById("told").textContent`); got != "Black: Nxe4. White to move." {
		t.Errorf("the page says %q", got)
	}
}

// 2048 is played by arrow keys, with and without the focus on the board, and by swipes, which
// do not scroll the page.
func TestTilesByArrowsAndSwipes(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("2048", "")
	const moves = `document.querySelectorAll("#moves li").length`
	turn := func(play func()) {
		t.Helper()
		before := eval[int](p, moves)
		play()
		p.until(idle + ` && ` + moves + fmt.Sprintf(` === %d`, before+1))
	}
	legal := func(of ...string) string {
		return eval[string](p, fmt.Sprintf(`%q.split(" ").find((m) => [...document.querySelectorAll("#controls button:not(:disabled)")].some((b) => b.textContent.includes(m)))`, of[0]))
	}
	arrows := map[string]string{"up": kb.ArrowUp, "down": kb.ArrowDown, "left": kb.ArrowLeft, "right": kb.ArrowRight}
	for range 6 {
		turn(func() { p.do(chromedp.KeyEvent(arrows[legal("left down right up")])) })
	}
	p.do(chromedp.Focus(`.hits button[tabindex="0"]`))
	for range 6 {
		turn(func() { p.do(chromedp.KeyEvent(arrows[legal("left down right up")])) })
	}
	p.size(390, 844)
	for range 6 {
		turn(func() {
			at := p.middle("1,1")
			by := map[string][2]float64{"up": {0, -90}, "down": {0, 90}, "left": {-90, 0}, "right": {90, 0}}[legal("up down left right")]
			y := eval[float64](p, `scrollY`)
			p.finger(at[0], at[1], at[0]+by[0], at[1]+by[1])
			if now := eval[float64](p, `scrollY`); now != y {
				t.Errorf("a swipe scrolls the page from %v to %v", y, now)
			}
		})
	}
}

// Units are placed by the number on the slider, five with Shift, all with a long press, and the
// list names the territories.
func TestRiskByNumbersOfUnits(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("risk", "", "")
	p.open("/play")
	eval[bool](p, `(localStorage.setItem("table:risk", '{"map":"classic"}'), true)`)
	p.open("/play/risk")
	p.until(`document.querySelector("#controls input[type=range]")`)
	last := `document.querySelector("#moves li:last-child").textContent`
	eval[any](p, `(() => { const s = document.querySelector("#controls input"); s.value = 3; s.dispatchEvent(new Event("input")); })()`)
	own := eval[[2]string](p, `(() => { const b = document.querySelector(".hits button:not([aria-disabled])"); return [b.dataset.id, b.ariaLabel.split(",")[0]]; })()`)
	p.do(chromedp.Focus(`.hits [data-id="`+own[0]+`"]`), chromedp.KeyEvent(kb.Enter)) // a slow click of the mouse would be a long press
	p.until(idle + ` && ` + last + ` === ` + fmt.Sprintf("%q", "1. A "+own[1]+" +3"))
	at := p.middle(own[0])
	left := eval[int](p, `Number(document.querySelector("#controls input").max)`)
	event := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: at[0], Y: at[1], Button: input.MouseButtonLeft, ClickCount: 1, Buttons: 1}
	if _, err := chromedp.Call(p, input.DispatchMouseEvent, event); err != nil {
		t.Fatal(err)
	}
	p.until(idle + ` && ` + last + ` === ` + fmt.Sprintf("%q", fmt.Sprintf("2. A %s +%d", own[1], left)))
}

// On a phone, no board is cut without a hint of how to see the rest, and its fields have at least the
// 24 pixels of WCAG 2.5.8, also on a narrow one; at a usual window, the commands can be seen without
// scrolling.
func TestBoardsFit(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	for _, game := range []string{"risk", "hare", "othello", "minesweeper", "2048", "chess", "go"} {
		p.size(1280, 900)
		p.open("/play/" + game)
		p.until(`document.querySelectorAll(".hits button").length > 0`)
		for _, id := range []string{"new", "undo", "hint", "auto"} {
			if foot := eval[float64](p, `document.getElementById("`+id+`").getBoundingClientRect().bottom`); foot > 900 {
				t.Errorf("%s: the command %s ends at %v", game, id, foot)
			}
		}
		if foot := eval[float64](p, `document.getElementById("controls").getBoundingClientRect().bottom`); foot > 900 {
			t.Errorf("%s: the controls end at %v", game, foot)
		}
		p.size(390, 844)
		p.open("/play/" + game)
		p.until(`document.querySelectorAll(".hits button").length > 0`)
		if cut := eval[string](p, `(() => { const f = document.getElementById("frame"); return f.scrollWidth > f.clientWidth + 1 && document.getElementById("wider").hidden ? f.scrollWidth + " of " + f.clientWidth : ""; })()`); cut != "" {
			t.Errorf("%s: the board is cut: %s", game, cut)
		}
		p.shot(game + " 390")
		p.size(320, 844)
		p.open("/play/" + game)
		p.until(`document.querySelectorAll(".hits button").length > 0`)
		least := eval[float64](p, `Math.min(...[...document.querySelectorAll(".hits button")].flatMap((b) => { const r = b.getBoundingClientRect(); return [r.width, r.height]; }))`)
		if least < 24 {
			t.Errorf("%s: a field is %v pixels wide or high", game, least)
		}
	}
}

// copies presses a button that copies a text, and waits for its message. The message stands for a second
// and a half only, so that the page itself has to look for it.
func (p *tab) copies(id string) {
	p.t.Helper()
	eval[any](p, fmt.Sprintf(`new Promise((done) => {
		const pressed = document.querySelector('[data-copy=%q]');
		new MutationObserver(() => { if (pressed.textContent === "copied") done(); }).observe(pressed, { childList: true });
		pressed.click();
	})`, id))
}

// A text is copied also on a page without navigator.clipboard, such as one of another machine without
// TLS, and also if the text is hidden.
func TestCopyWithoutClipboard(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/runs/bred")
	eval[bool](p, `Object.defineProperty(navigator, "clipboard", { value: undefined }),
		document.execCommand = (command) => { window.taken = command + ": " + document.activeElement.value; return true; }, true`)
	for _, id := range []string{"weights-text", "config"} {
		p.copies(id)
		p.until(fmt.Sprintf(`window.taken === "copy: " + document.getElementById(%q).textContent`, id))
		if !eval[bool](p, fmt.Sprintf(`document.activeElement.dataset.copy === %q && document.querySelectorAll("textarea").length === 0`, id)) {
			t.Errorf("%s: the focus is elsewhere, or a field is left over", id)
		}
	}
}

// A button that is pressed twice has its own label again after the message.
func TestTwoCopies(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/runs/bred")
	const text = `document.querySelector("[data-copy=config]").textContent`
	label := eval[string](p, text)
	eval[bool](p, `Object.defineProperty(navigator, "clipboard", { value: { writeText: async () => {} } }), true`)
	for range 2 {
		p.copies("config")
	}
	eval[any](p, `new Promise((done) => setTimeout(done, 3200))`) // longer than both messages
	if got := eval[string](p, text); got != label {
		t.Errorf("the button %q is now called %q", label, got)
	}
}

// The address /play/GAME?agent=NAME sits the agent down, also in a game of one seat.
func TestAgentOfTheAddress(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	for game, seats := range map[string]string{"2048": "random", "othello": ",random"} {
		p.open("/play/" + game + "?agent=random")
		p.until(`document.querySelectorAll(".seat > select").length > 0`)
		if got := eval[string](p, `[...document.querySelectorAll(".seat > select")].map((s) => s.value).join()`); got != seats {
			t.Errorf("%s: %q", game, got)
		}
	}
}

// An agent stays if the user cancels the question for a run, and an address that is no URL text begins
// a game.
func TestMistakesOfTheUserInPlay(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("othello", "", "random")
	eval[bool](p, `window.prompt = () => null, true`)
	const choose = `(() => { const s = document.querySelectorAll(".seat > select")[1]; s.value = "run:"; s.dispatchEvent(new Event("change")); })(), true`
	eval[bool](p, choose)
	p.until(`document.querySelectorAll(".seat > select")[1].value === "random"`)
	eval[bool](p, `window.prompt = () => "bred", true`)
	eval[bool](p, choose)
	p.until(`document.querySelectorAll(".seat > select")[1].value === "run:bred"`)
	p.forgive("422") // a run of another game
	p.open("/play")
	eval[bool](p, `(localStorage.setItem("seats:othello", "{"), true)`) // not JSON
	p.open("/play/othello")
	p.until(`document.querySelectorAll(".hits button").length === 64`)
	p.open("/play/hare#p=%zz")
	p.until(`!document.getElementById("problem").hidden`)
	p.forgive("422")
}

// The focus is on the board after a button beside the board has made a move and the other side moves.
func TestFocusAfterAButtonOfTheBoard(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("go", "", "random")
	p.until(mine)
	const pass = `document.querySelector("#controls button")`
	p.until(pass + `?.textContent === "Pass"`)
	eval[any](p, `void (`+pass+`.focus(), document.activeElement.click())`)
	p.until(`document.querySelectorAll("#moves li").length > 1 && ` + mine)
	if !p.holds(`document.activeElement.closest(".hits")`) {
		t.Errorf("the focus is at %s", eval[string](p, `document.activeElement.outerHTML.slice(0, 100)`))
	}
}

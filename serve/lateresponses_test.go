package serve

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// before adds a script that runs before the scripts of every page that is opened after it.
func (p *tab) before(script string) {
	p.t.Helper()
	if _, err := chromedp.Call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		p.t.Fatal(err)
	}
}

// holding is a script that holds back every response from an address that contains a text. held has
// the addresses; release(i) lets the response i through, and release(i, true) makes its request fail.
func holding(address string) string {
	return fmt.Sprintf(`(() => {
	const send = window.fetch, ends = [];
	window.held = [];
	window.release = (i, fails) => ends[i](fails);
	window.fetch = async (...all) => {
		const answer = await send(...all);
		if (String(all[0]).includes(%q)) {
			const fails = await new Promise((done) => { ends.push(done); held.push(String(all[0])); });
			if (fails) throw new TypeError("Failed to fetch");
		}
		return answer;
	};
})()`, address)
}

// followed is a script that counts the refreshes of a page in refreshes, and stores its stream of
// events as stream, so that a test can send events. While mute is true, other scripts are not told of
// refreshes.
const followed = `
	window.refreshes = 0;
	document.addEventListener("refreshed", (event) => {
		refreshes++;
		if (window.mute) event.stopImmediatePropagation();
	});
	window.EventSource = class extends EventSource {
		constructor(address) {
			super(address);
			window.stream = this;
		}
	};`

// numbered is a script that gives every refreshed list of runs a number, and holds back the first one
// until release is called. A refresh with a number in failing fails.
const numbered = `void (() => {
	const send = window.fetch;
	window.failing = [];
	window.asked = 0;
	window.fetch = async (address, options) => {
		const n = ++asked, answer = await send(address, { ...options, headers: {} }), text = await answer.text();
		if (n === 1) await new Promise((done) => { window.release = done; });
		if (failing.includes(n)) throw new TypeError("Failed to fetch");
		return new Response(text.replaceAll(">bred<", ">bred " + n + "<"), { headers: answer.headers });
	};
})()`

// followedList opens the list of runs in a tab that numbers refreshes.
func followedList(t *testing.T) *tab {
	t.Helper()
	p := newTab(t, newServer(t, nil))
	p.before(followed)
	p.open("/runs")
	p.until(`refreshes > 0`)
	eval[any](p, numbered)
	return p
}

const (
	anEvent = `stream.dispatchEvent(new MessageEvent("runs", { data: "{}" }))`
	// listed is the number of the refresh that the list of runs shows.
	listed = `document.querySelector("#list").textContent.match(/bred (\d+)/)?.[1]`
)

// A page shows what its last refresh has found, also if a response to an earlier request arrives
// later than an event.
func TestRefreshesInOrder(t *testing.T) {
	t.Parallel()
	p := followedList(t)
	eval[any](p, anEvent)
	p.until(`window.release`)
	before := eval[int](p, `refreshes`)
	// A refresh that did not wait for the first one would begin a second after it.
	eval[any](p, anEvent+`, new Promise((done) => setTimeout(done, 2500))`)
	eval[any](p, `void release()`)
	p.until(fmt.Sprintf(`refreshes >= %d`, before+2))
	if got := eval[string](p, listed); got == "1" { // the last one is the second or, after another event, a later one
		t.Error("the list is that of the first refresh")
	}
}

// A refresh that fails while the stream of events goes on is repeated, without another event.
func TestARefreshThatFails(t *testing.T) {
	t.Parallel()
	p := followedList(t)
	eval[any](p, `failing.push(1), `+anEvent)
	p.until(`window.release`)
	eval[any](p, `void release()`)
	p.until(listed + ` >= 2 && document.getElementById("live").dataset.live === "on"`)
}

// The charts of a run get the rounds that are stored while the page loads.
func TestARefreshDuringTheFirstRequestOfCharts(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.before(followed + holding("/history"))
	p.open("/runs/bred")
	p.until(`held.length === 1 && refreshes > 0`)
	eval[any](p, `(mute = true, release(0))`)
	p.until(`held.length === 2`)
	eval[any](p, `void release(1)`)
	p.until(`document.querySelectorAll(".uplot").length === 2`)
}

// The charts of a run stay if its points cannot be loaded, which the page shows.
func TestPointsThatAreNotLoaded(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.before(holding("/points?"))
	p.open("/runs/bred")
	p.until(`held.length === 1`)
	eval[any](p, `release(0, true)`)
	p.until(`document.querySelector("[data-chart=points] output").textContent === "all rounds: not loaded"`)
	if n := eval[int](p, `document.querySelectorAll(".uplot").length`); n != 2 {
		t.Errorf("%d charts", n)
	}
}

// The response to a form does not replace what was entered after its request, and those of two forms
// are both shown.
func TestEntriesDuringACheck(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/new?preset=risk-quick")
	p.until(`document.querySelector("#mistakes .good")`)
	eval[any](p, `void `+holding("part=config"))
	enter := func(name, value string) string {
		return fmt.Sprintf(`(() => { const field = document.querySelector('[name="%s"]'); field.value = %q; field.dispatchEvent(new Event("input", { bubbles: true })); })()`, name, value)
	}
	eval[any](p, enter("key.seed", "77"))
	p.until(`held.length === 1`)
	// The response arrives before the second entry is sent.
	eval[any](p, enter("key.budget.games", "480")+`, release(0)`)
	p.until(`held.length === 2`)
	eval[any](p, `void release(1)`)
	p.until(`document.getElementById("text").value.includes("seed: 77")`)
	if text := eval[string](p, `document.querySelector('[name="key.budget.games"]').value + document.getElementById("text").value.match(/games: \d+/)`); text != "480games: 480" {
		t.Errorf("the entry has become %s", text)
	}

	p.open("/api")
	eval[any](p, `void `+holding("part=try"))
	for i, operation := range []string{"get-health", "get-engines"} {
		eval[any](p, fmt.Sprintf(`void document.querySelector("#%s form button").click()`, operation))
		p.until(fmt.Sprintf(`held.length === %d`, i+1))
	}
	eval[any](p, `release(0), release(1)`)
	for _, operation := range []string{"get-health", "get-engines"} {
		p.until(fmt.Sprintf(`document.querySelector("#%s .result")?.textContent.includes("200 OK")`, operation))
	}
}

// The evaluation of a long game waits until all of its moves are loaded. If they cannot be loaded, the
// page shows it and no position beyond them, and the evaluation requests them again.
func TestEvaluationOfAGameThatIsNotLoaded(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	// The page has three moves, as if they were the first of many.
	p.before(holding("&after=3") + `;document.addEventListener("readystatechange", () => {
		const game = document.getElementById("game"), all = game && JSON.parse(game.dataset.json);
		if (!all || all.next) return;
		window.want = [all.start, ...all.plies.map((ply) => ply.position)].join("|");
		all.plies.length = all.next = 3;
		game.dataset.json = JSON.stringify(all);
	});
	window.evaluated = [];
	{
		const send = window.fetch;
		window.fetch = (address, options) => {
			if (String(address).endsWith("/games/analyze")) evaluated.push(JSON.parse(options.body).position);
			return send(address, options);
		};
	}`)
	p.open("/runs/cup/games/0/1/1")
	p.until(`held.length === 1`)
	eval[any](p, `void document.getElementById("last").click()`)
	if turn := eval[string](p, `document.getElementById("turn").textContent.slice(0, 10)`); turn != "move 3 of " {
		t.Errorf("the page shows %q of three moves", turn)
	}
	eval[any](p, `release(0, true)`)
	p.until(`document.getElementById("told").textContent.startsWith("The moves from 4 on are not loaded")`)
	eval[any](p, `void document.getElementById("all").click()`)
	p.until(`held.length === 2`)
	eval[any](p, `release(1)`)
	p.until(`document.getElementById("all").textContent === "Evaluate all" && evaluated.join("|") === want`)
}

// A new game that replaces one without moves keeps the game before it, which can be brought back.
func TestTwoNewGames(t *testing.T) {
	t.Parallel()
	p := played(t, "/play/othello")
	p.until(mine)
	p.do(chromedp.Focus("#move"), chromedp.KeyEvent("f5"+kb.Enter))
	p.until(mine + ` && document.querySelectorAll("#moves li").length > 1`)
	was := eval[string](p, `location.hash`)
	p.do(chromedp.Click("#new"), chromedp.Click("#ask button.primary"))
	p.until(mine + ` && document.querySelectorAll("#moves li").length === 1`)
	first := eval[string](p, `location.hash`)
	p.do(chromedp.Click("#new"))
	p.until(mine + ` && location.hash !== ` + strconv.Quote(first))
	p.do(chromedp.Click("#undo"))
	p.until(`location.hash === ` + strconv.Quote(was))
}

// A second click on "Other seats", before the new game has begun, does not turn the seats again.
func TestOtherSeatsTwice(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("othello", "", "first")
	p.until(mine)
	eval[any](p, `void (location.hash = "#p=" + encodeURIComponent("`+strings.Repeat("X", 62)+`O- X"))`)
	p.until(mine + ` && document.getElementById("position").textContent.startsWith("XX")`)
	p.do(chromedp.Focus("#move"), chromedp.KeyEvent("h8"+kb.Enter))
	p.until(`!document.getElementById("over").hidden`)
	eval[any](p, `void (document.getElementById("others").click(), document.getElementById("others").click())`)
	p.until(mine + ` && document.getElementById("over").hidden`)
	if seats := eval[string](p, `JSON.parse(localStorage.getItem("seats:othello")).map((seat) => seat.source).join()`); seats != "first," {
		t.Errorf("the seats are %q, want %q", seats, "first,")
	}
}

// A move whose response arrives after the user has begun to set up a position does not end that.
func TestAMoveBeforeASetUp(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("othello", "", "")
	eval[any](p, `void `+holding("/games/move"))
	p.do(chromedp.Focus("#move"), chromedp.KeyEvent("f5"+kb.Enter))
	p.until(`held.length === 1`)
	p.do(chromedp.Click("#edit"))
	p.until(`!document.getElementById("setup").hidden`)
	if hidden := eval[bool](p, `(release(0), new Promise((done) => setTimeout(() => done(document.getElementById("setup").hidden), 300)))`); hidden {
		t.Error("the editor is closed")
	}
}

// Steps in the editor apply one after the other to what the earlier ones have made, also if the user is
// faster than the server, and the game begins with all of them.
func TestStepsInTheEditor(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("chess", "", "")
	p.do(chromedp.Click("#edit"))
	p.until(`!document.getElementById("setup").hidden`)
	eval[any](p, `void `+holding("/games/edit"))
	eval[any](p, `(() => {
		[...document.querySelectorAll("#setup [data-tool]")].find((b) => b.textContent.includes("empty")).click();
		document.querySelector('[data-id="e2"]').click();
		const turn = document.getElementById("to-move");
		turn.value = "1";
		turn.dispatchEvent(new Event("change"));
		document.getElementById("put").click();
	})()`)
	for i := range 2 {
		p.until(fmt.Sprintf(`held.length === %d`, i+1))
		eval[any](p, fmt.Sprintf(`release(%d)`, i))
	}
	p.until(`document.getElementById("setup").hidden && document.getElementById("position").textContent.includes("/PPPP1PPP/")`)
	if turn := eval[string](p, `document.getElementById("turn").textContent.slice(0, 5)`); turn != "Black" {
		t.Errorf("%s is to move", turn)
	}
}

// A playout is not shown with the next etude, and an etude that cannot be shown does not keep the page
// from one that was requested later.
func TestLateResponsesOfEtudes(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/etudes/hare-20")
	p.until(`document.getElementById("turn").textContent.startsWith("etude 1 of")`)
	eval[any](p, `void `+holding("/games"))
	address := func(i int) string { return eval[string](p, fmt.Sprintf(`held[%d].slice("/api/v1".length)`, i)) }
	p.do(chromedp.Click("#playout"))
	p.until(`held.length === 1`)
	for i := range 2 {
		p.do(chromedp.KeyEvent(kb.ArrowRight))
		p.until(fmt.Sprintf(`held.length === %d`, i+2))
	}
	if got := []string{address(0), address(1), address(2)}; !slices.Equal(got, []string{"/games/playout", "/games", "/games"}) {
		t.Fatalf("%q", got)
	}
	eval[any](p, `(release(1, true), new Promise((done) => setTimeout(done, 100)))`)
	eval[any](p, `release(2)`)
	p.until(`document.getElementById("turn").textContent.startsWith("etude 3 of")`)
	if text := eval[string](p, `(release(0), new Promise((done) => setTimeout(() => done(document.getElementById("playouts").textContent), 300)))`); text != "" {
		t.Errorf("etude 3 has the playout %q", text)
	}
}

// The file of ratings has all of them, also if the response with fewer arrives last.
func TestTheFileOfRatings(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/etudes/hare-20")
	p.until(`document.getElementById("turn").textContent.startsWith("etude 1 of")`)
	eval[any](p, `void `+holding("/etudes/format"))
	for i := range 2 {
		p.do(chromedp.KeyEvent("1"), chromedp.KeyEvent(kb.Enter))
		p.until(fmt.Sprintf(`held.length === %d && document.getElementById("turn").textContent.startsWith("etude %d of")`, i+1, i+2))
	}
	const lines = `decodeURIComponent(document.getElementById("file").href).trim().split("\n").length`
	eval[any](p, `release(1)`)
	p.until(lines + ` === 2`)
	if n := eval[int](p, `(release(0), new Promise((done) => setTimeout(() => done(`+lines+`), 200)))`); n != 2 {
		t.Errorf("the file has %d ratings", n)
	}
}

// The list of keys is shown once, also if its key is pressed twice before it is loaded.
func TestTheKeyOfTheListOfKeysTwice(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/etudes/hare-20")
	p.until(`document.getElementById("turn").textContent.startsWith("etude 1 of")`)
	eval[any](p, `void `+holding("part=keys"))
	p.do(chromedp.KeyEvent("??"))
	p.until(`held.length === 2`)
	eval[any](p, `release(0), release(1), new Promise((done) => setTimeout(done, 100))`)
	p.until(`document.querySelector("dialog[open]")`)
	if n := eval[int](p, `document.querySelectorAll("#keys").length`); n != 1 {
		t.Errorf("%d lists", n)
	}
}

package serve

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Every key does what the list of keys describes, and nothing while a field has the focus.
func TestKeysOfAGame(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("othello", "", "")
	p.do(chromedp.KeyEvent("?"))
	p.until(`document.querySelector("dialog[open]")`)
	if list := eval[string](p, `[...document.querySelectorAll("dialog kbd")].map((k) => k.textContent).join(" ")`); list != "n u h Enter p a f t o ArrowLeft ArrowRight Escape ?" {
		t.Errorf("the list has %s", list)
	}
	p.do(chromedp.KeyEvent(kb.Escape)) // of the list alone
	p.until(`!document.querySelector("dialog[open]")`)
	press := func(key, shown string) {
		t.Helper()
		p.do(chromedp.KeyEvent(key))
		p.until(shown)
	}
	const boxes = `[...document.querySelectorAll("#overlays input")].map((b) => Number(b.checked)).join("")`
	press("t", `document.getElementById("thinking").open && document.querySelector("#thoughts table")`)
	press("t", `!document.getElementById("thinking").open`)
	press("o", boxes+` === "10000"`)
	press("o", boxes+` === "01000"`)
	left := `parseFloat(document.querySelector('[data-id="a1"]').style.left) `
	press("f", left+`> 50`)
	press("f", left+`< 50`)
	press("a", `document.getElementById("analyse").ariaPressed === "true"`)
	press("a", `document.getElementById("analyse").ariaPressed === "false"`)
	p.do(chromedp.SendKeys("#move", "n"))
	if typed := eval[string](p, `document.getElementById("move").value`); typed != "n" {
		t.Errorf("the field has %q", typed)
	}
	eval[any](p, `(() => { const field = document.getElementById("move"); field.value = ""; field.blur(); })()`)
	p.do(chromedp.SetValue("#pace", "400"), chromedp.Blur("#pace")) // so that the game is not over before it is stopped
	press("p", `document.getElementById("auto").ariaPressed === "true" && document.querySelectorAll("#moves li").length > 2`)
	press("p", `document.getElementById("auto").ariaPressed === "false" && !document.body.classList.contains("busy")`)
	was := eval[int](p, `document.querySelectorAll("#moves li").length`)
	press("n", `document.getElementById("ask").open`)
	p.do(chromedp.KeyEvent(kb.Escape)) // keeps the game
	p.until(`!document.getElementById("ask").open && document.querySelectorAll("#moves li").length === ` + fmt.Sprint(was))
	press("n", `document.getElementById("ask").open`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until(`document.querySelectorAll("#moves li").length === 1`)
	press("u", `document.querySelectorAll("#moves li").length === `+fmt.Sprint(was))
	press(kb.Escape, `location.pathname === "/play"`)
	p.until(`document.querySelector("h1")?.textContent.includes("Play")`)
}

package serve

import (
	"context"
	"flag"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/lanista/lanista/engines/shipped"
	"github.com/lanista/lanista/runs"
)

// allGames contains the games with boards of their own.
var allGames = runs.Catalog{Games: shipped.Games()}

// tab is a page in a browser. Errors of scripts and violations of the security policy fail the
// test.
//
// Tests wait for states of the page and never for times, because a busy machine is many times
// slower than an idle one. Agents search to their depth: see newServer and unhurried.
type tab struct {
	context.Context
	t    *testing.T
	root string
	late time.Time // when the tab gives up

	mu         sync.Mutex
	complaints []string
	forgiven   []string // parts of complaints that are not errors
}

// browser is the process shared by all tests, because its start takes longer than most tests.
var browser struct {
	once  sync.Once
	tabs  context.Context
	close func()
	err   error
}

// openBrowser starts the browser. Tabs of one site share a process.
func openBrowser(path string) {
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("disable-dev-shm-usage", true), chromedp.WSURLReadTimeout(patience), chromedp.Flag("process-per-site", !thorough()), chromedp.WindowSize(1280, 1000))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(ctx)
	browser.tabs, browser.close = ctx, func() { cancel(); stop() }
	browser.err = chromedp.Do(ctx) // starts it
}

// needBrowser skips the test if browser tests are not enabled or no Chromium is installed.
// Otherwise it starts the browser, unless it is running.
func needBrowser(t *testing.T) {
	t.Helper()
	if testing.Short() || os.Getenv("LANISTA_BROWSER") == "" && !thorough() {
		t.Skip("a browser takes seconds: with LANISTA_BROWSER=1")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium found: apt-get install chromium")
	}
	if browser.once.Do(func() { openBrowser(path) }); browser.err != nil {
		t.Fatal(browser.err)
	}
}

// newTab opens a tab on a server. It skips the test like needBrowser.
func newTab(t *testing.T, s *Server) *tab {
	t.Helper()
	needBrowser(t)
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	// Storage of its own, because servers of two tests may have the same port one after the other.
	ctx, cancel := chromedp.NewContext(browser.tabs, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	late := time.Now().Add(patience)
	if end, limited := t.Deadline(); limited { // of all tests together, see go test -timeout
		late = end.Add(-30 * time.Second)
	}
	ctx, end := context.WithDeadline(ctx, late)
	t.Cleanup(end)
	p := &tab{Context: ctx, t: t, late: late, root: strings.Replace(web.URL, "127.0.0.1", "localhost", 1)}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: unhurried}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, c := range p.complaints {
			if !slices.ContainsFunc(p.forgiven, func(words string) bool { return strings.Contains(c, words) }) {
				t.Errorf("the page complains: %s", c)
			}
		}
	})
	return p
}

// unhurried is a script that runs before the scripts of a page. It gives agents a minute for a move.
// In the usual second an agent on a busy machine may finish no search at all, and the page then
// reports an error.
const unhurried = `document.addEventListener("readystatechange", () => { const field = document.getElementById("seconds"); if (field) field.value = "60"; })`

// hear records errors of scripts and violations of the security policy.
func (p *tab) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if o := e.ExceptionDetails.Exception; o != nil {
			text += " " + o.Description
		}
		p.complaints = append(p.complaints, text)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			p.complaints = append(p.complaints, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

// forgive ignores complaints of the test that contain the given text, also those that the browser
// reports late.
func (p *tab) forgive(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forgiven = append(p.forgiven, words)
}

// do executes actions in the tab.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p, steps...); err != nil {
		p.t.Error(err)
		p.shot("failed")
		p.t.FailNow()
	}
}

// open loads a page and waits for its content.
func (p *tab) open(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.root+path), chromedp.WaitReady("main"))
}

// eval runs a script and returns its value.
func eval[T any](p *tab, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// patience is the longest time that a tab waits if the tests have no time limit.
const patience = time.Hour

// mostPolls is the number of times that until looks at a page before it gives up: two minutes on an
// idle machine. On a busy machine each look takes longer, and so does the page.
const mostPolls = 5000

// until waits until a script returns true. It polls from the test, because the security policy
// of the page forbids eval.
func (p *tab) until(script string) {
	p.t.Helper()
	for polls := 1; !p.holds(script); polls++ {
		if polls == mostPolls || time.Now().After(p.late.Add(-10*time.Second)) {
			p.t.Errorf("not yet: %s\nthe page says: %s", script, eval[string](p, `document.querySelector("main").innerText.slice(0, 600)`))
			p.shot("late")
			p.t.FailNow()
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// replaced lists parts of the errors of scripts whose page is replaced by another one meanwhile.
var replaced = []string{"Inspected target navigated or closed", "Execution context was destroyed", "Cannot find default execution context"}

// holds reports whether a script returns a true value. It returns false if the page is replaced by
// another one meanwhile, such as by a script that reloads it.
func (p *tab) holds(script string) bool {
	p.t.Helper()
	v, err := chromedp.Run(p, chromedp.Evaluate[bool]("!!("+script+")", chromedp.EvalAwaitPromise))
	if err != nil && !slices.ContainsFunc(replaced, func(part string) bool { return strings.Contains(err.Error(), part) }) {
		p.t.Fatalf("%s: %v", script, err)
	}
	return err == nil && v
}

// size sets the size of the window. A narrow one is emulated as a phone.
func (p *tab) size(width, height int64) {
	p.t.Helper()
	var options []chromedp.EmulateViewportOption
	if width < 500 {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	p.do(chromedp.EmulateViewport(width, height, options...))
}

// shot writes a screenshot to the artifacts of the test if it has failed or artifacts are kept
// (go test -artifacts).
func (p *tab) shot(name string) {
	if keep := flag.Lookup("test.artifacts"); keep.Value.String() != "true" && !p.t.Failed() {
		return
	}
	picture, err := chromedp.Run(p, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(p.t.ArtifactDir(), name+".png"), picture, 0o600)
	}
	if err != nil {
		p.t.Logf("no picture %s: %v", name, err)
	}
}

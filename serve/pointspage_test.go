package serve

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/lanista/lanista/runs/documents"
)

// The page, the plot and the CSV file contain the same points, for all rounds and for one.
func TestPointsOfARun(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for query, of := range map[string]string{"": "", "?from=1&to=1": "?round=1"} {
		told := get[documents.Points](t, s, "/api/v1/runs/bred/points"+query)
		w := ask(t, s, http.MethodGet, "/api/v1/runs/bred/points.csv"+query, "")
		lines, err := csv.NewReader(w.Body).ReadAll()
		if err != nil || len(told.Points) == 0 || len(lines) != len(told.Points)+1 || len(lines[1]) != 3+len(told.Weights) {
			t.Errorf("%s: %d points, %d lines, error %v", query, len(told.Points), len(lines), err)
		}
		scored := 0
		for _, p := range told.Points {
			if p.Score.Known() {
				scored++
			}
		}
		page := ask(t, s, http.MethodGet, "/runs/bred/points"+of, "").Body.String()
		if drawn := strings.Count(page, "<polyline points="); drawn != scored {
			t.Errorf("%s: %d lines are drawn of %d points with a score", of, drawn, scored)
		}
		if plots := strings.Count(page, `class="figure"`); plots != len(told.Weights) || !strings.Contains(page, "single scores is luck") { // the genomes play few games
			t.Errorf("%s: %d plots of %d weights", of, plots, len(told.Weights))
		}
		if rows := strings.Count(page, "<tr><th scope=\"row\""); rows != scored {
			t.Errorf("%s: %d rows of %d points", of, rows, scored)
		}
	}
	if w := ask(t, s, http.MethodGet, "/runs/nobody/points", ""); w.Code != http.StatusNotFound {
		t.Errorf("of no run: %d", w.Code)
	}
}

// Dragging along an axis selects the lines that cross it there. The slider shows the points of
// one round.
func TestPointsAreBrushed(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/runs/bred")
	p.until(`document.querySelector(".parallel polyline")`)
	const shown, all = `document.querySelectorAll(".parallel polyline:not(.out)").length`, `document.querySelectorAll(".parallel polyline").length`
	lines := eval[int](p, all)
	at := eval[[3]float64](p, `(() => {
		const picture = document.querySelector(".parallel");
		picture.scrollIntoView({ block: "center" });
		const { x, y, width } = picture.getBoundingClientRect(), n = picture.querySelectorAll(".axis").length;
		return [x + width * (n - 0.5) / n, y + 20, y + 60]; // the axis of the score
	})()`)
	for i, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseMoved, input.DispatchMouseEventTypeMouseReleased} {
		event := input.DispatchMouseEventParams{Type: kind, X: at[0], Y: at[min(1+i, 2)], Button: input.MouseButtonLeft, ClickCount: 1}
		if _, err := chromedp.Call(p, input.DispatchMouseEvent, event); err != nil {
			t.Fatal(err)
		}
	}
	p.until(shown + fmt.Sprintf(" < %d", lines))
	if kept := eval[int](p, shown); kept == 0 || kept >= lines {
		t.Errorf("%d of %d lines are kept", kept, lines)
	}
	p.do(chromedp.Click("#clear"))
	p.until(shown + fmt.Sprintf(" === %d", lines))
	eval[any](p, `(() => { const slider = document.querySelector("[data-chart=points] input"); slider.value = 1; slider.dispatchEvent(new Event("input", { bubbles: true })); })()`)
	p.until(all + fmt.Sprintf(" < %d", lines))
	if says := eval[string](p, `document.querySelector("[data-chart=points] output").textContent`); says != "round 1" {
		t.Errorf("it says %q", says)
	}
}

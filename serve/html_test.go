package serve

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// passing matches the parts of pages that differ between stores with the same runs: IDs, times,
// estimates of times, hosts and versions.
var passing = []struct {
	what *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`/static/[0-9a-f]{16}/`), "/static/HASH/"},
	{regexp.MustCompile(`run-(risk|hare)-\d{8}-[0-9a-f]+`), "run-$1-ID"},
	{regexp.MustCompile(`\b(risk|hare)-\d{8}-[0-9a-f]+`), "$1-ID"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`), "TIME"},
	{regexp.MustCompile(`(just now|\d+ (s|min|h|days) ago)`), "AGO"},
	{regexp.MustCompile(`</time> on [^<]*`), "</time> on HOST"},
	{regexp.MustCompile(`"version":"[^"]*"|&#34;version&#34;:&#34;.*?&#34;`), "VERSION"},
	{regexp.MustCompile(`version [^ ,<]+`), "version VERSION"},
	{regexp.MustCompile(`Lanista [^<]*</span>`), "Lanista VERSION</span>"},
	{regexp.MustCompile(`<option value="[a-z0-9-]+"( selected)?>[a-z0-9-]+: [^<]*</option>`), ""}, // presets, which others look after
	{regexp.MustCompile(`Time: .*? at the pace`), "Time: TIME at the pace"},
	{regexp.MustCompile(`games, (less than a second|about [^)]+)\)`), "games, TIME)"},
	{regexp.MustCompile(`[ \t]+\n`), "\n"},
}

// The HTML of pages equals the golden files, which LANISTA_UPDATE=1 rewrites.
func TestPagesAsHTML(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	compared := withExperiment(t)
	for range 50 { // counts the moves of the games that are listed, little by little
		get[gamesPage](t, s, "/api/v1/runs/cup/games")
	}
	for name, path := range map[string]string{
		"runs": "/runs", "run": "/runs/bred", "points": "/runs/bred/points?round=1", "tournament": "/runs/cup", "test": "/runs/duel", "grid": "/runs/lattice", "compare": "/compare?run=bred&run=cup",
		"games": "/runs/cup/games?agent=random", "replay": "/runs/cup/games/0/1/1", "lost": "/runs/nobody", "play": "/play", "play-othello": "/play/othello",
		"play-risk": "/play/risk", "etudes": "/etudes", "etude": "/etudes/hare-20", "engines": "/engines", "engine-hare": "/engines/hare", "new": "/new?preset=risk-quick", "jobs": "/jobs",
		"api":         "/api",
		"experiments": "/experiments", "experiment": "/experiments/duel",
	} {
		from := s
		if strings.HasPrefix(name, "experiment") {
			from = compared
		}
		text := ask(t, from, http.MethodGet, path, "").Body.String()
		for _, p := range passing {
			text = p.what.ReplaceAllString(text, p.with)
		}
		if name == "api" { // whose shapes are those of openapi.json
			text = regexp.MustCompile(`(?s)<pre.*?</pre>`).ReplaceAllString(text, "<pre>…</pre>")
		}
		golden(t, filepath.Join("html", name+".html"), []byte(strings.TrimSpace(text)+"\n"))
	}
	if files, err := os.ReadDir(filepath.Join("testdata", "html")); err != nil || len(files) != 22 {
		t.Errorf("%d files, error %v", len(files), err)
	}
}

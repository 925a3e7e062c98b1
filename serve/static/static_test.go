package static

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"testing"
)

// The vendored libraries and their licences are byte for byte those of the npm packages.
func TestVendoredFilesAreThoseOfTheirPackages(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"uplot/uPlot.iife.min.js":    "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
		"uplot/uPlot.min.css":        "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
		"uplot/LICENSE":              "8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd",
		"idiomorph/idiomorph.min.js": "4cbd535caf7663a51eda9bce6595371c384fc430d54b8d414e29a61167f19f96",
		"idiomorph/LICENSE":          "d3d2456f76414f2456104660ebd65aff1c04cd7966b942bdabd63f3cdb316a38",
	} {
		text, err := files.ReadFile("vendor/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s is not the file of its package", name)
		}
	}
	mit, err := files.ReadFile("vendor/uplot/LICENSE")
	if err != nil || !strings.Contains(string(mit), "MIT License") {
		t.Errorf("%v: uPlot without its licence", err)
	}
}

func TestOnlyFilesAreServed(t *testing.T) {
	t.Parallel()
	h := Handler(http.NotFoundHandler())
	for path, want := range map[string]int{
		Path("app.css"): 200, Path("js/page.js"): 200, Path("icon.svg"): 200, Path("vendor/uplot/uPlot.min.css"): 200,
		"/static/0000000000000000/app.css": 404, Path("static.go"): 404, Path("js"): 404, Path(""): 404, Path("vendor/uplot/LICENSE"): 404, "/static/": 404,
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if w.Code != want {
			t.Errorf("%s: %d, not %d", path, w.Code, want)
		}
		if want == 200 && (w.Header().Get("Content-Type") == "" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable")) {
			t.Errorf("%s: %v", path, w.Header())
		}
	}
}

// The scripts stay small enough to be read without a build step.
func TestOwnScriptsStaySmall(t *testing.T) {
	t.Parallel()
	total, sent := 0, 0
	err := fs.WalkDir(files, "js", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".js" {
			return err
		}
		text, err := files.ReadFile(name)
		total, sent = total+len(text), sent+len(uncommented(text))
		if lines := strings.Count(string(text), "\n"); lines > 300 {
			t.Errorf("%s has %d lines", name, lines)
		}
		return err
	})
	if err != nil || total == 0 || total > 126_000 || sent > 95_000 {
		t.Errorf("%d bytes of scripts, %d as they are sent, error %v", total, sent, err)
	}
}

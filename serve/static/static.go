package static

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

//go:embed *.css *.svg boards js vendor
var files embed.FS

// prefix is the beginning of the URL paths of all files. A hash follows it.
const prefix = "/static/"

var hash = sync.OnceValue(func() string {
	sum := sha256.New()
	// Walking an embedded file system does not fail, and its order is fixed.
	_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(name)
		sum.Write([]byte(name))
		sum.Write(text)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil))[:16]
})

// Path returns the URL path of the file with the given name, such as "app.css".
func Path(name string) string { return prefix + hash() + "/" + name }

// Boards returns the names of the style sheets for a page with the board of a game: a common one
// and, if it exists, one for the game.
func Boards(game string) []string {
	styles := []string{"play.css"}
	game, _, _ = strings.Cut(game, "-") // a variant such as risk-classic has the board of its game
	own := "boards/" + game + ".css"
	if _, err := files.ReadFile(own); err == nil {
		styles = append(styles, own)
	}
	return styles
}

// Art returns the SVG drawings of a game's board, which the page embeds, or "" if the game has
// none.
func Art(game string) string {
	text, err := files.ReadFile("boards/" + game + ".svg")
	if err != nil {
		return ""
	}
	return string(text)
}

// types contains the media types by file extension.
var types = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

// Handler returns a handler for the style sheets, scripts and pictures of this package. It passes
// requests with an unknown path to notFound.
func Handler(notFound http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutPrefix(r.URL.Path, prefix+hash()+"/")
		kind, known := types[path.Ext(name)]
		text, err := files.ReadFile(name)
		if !ok || !known || err != nil {
			notFound.ServeHTTP(w, r)
			return
		}
		switch {
		case strings.HasPrefix(name, "vendor/"):
		case path.Ext(name) == ".css":
			text = compact(text)
		default:
			text = uncommented(text)
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	})
}

package pages

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/lanista/lanista/serve/static"
)

//go:embed *.html
var files embed.FS

// Page contains what the layout needs for every page, and the data of one page.
type Page struct {
	Title   string   // title of the browser window
	Section string   // path of the menu entry that is marked as current, such as "/runs"
	Live    bool     // the page is updated when the store changes
	Table   bool     // the page shows a board and needs no style for lists
	Still   bool     // the folder of the store cannot be written, so changes by other processes are not seen
	Scripts []string // ES modules of static/js, without .js
	// Libraries are plain scripts that the modules need, and Styles are further style
	// sheets. Both are files of package static.
	Libraries, Styles []string
	Program           string // name of the program in a command
	Version           string
	Store             string // name of the store's file
	Data              any
}

// entry is an entry of the menu.
type entry struct{ Name, Path string }

// menu contains the entries of the menu, which is at the top of every page.
var menu = []entry{
	{"Runs", "/runs"},
	{"Play", "/play"},
	{"Etudes", "/etudes"},
	{"Engines", "/engines"},
	{"New run", "/new"},
	{"API", "/api"},
}

// Menu returns the entries of the menu.
func (Page) Menu() []entry { return menu }

// templates returns the templates by the name of their page. They are parsed when the first
// page is rendered, because most processes of the program serve none.
var templates = sync.OnceValue(parse)

// common are the files with templates of several pages.
var common = []string{"layout.html", "shared.html", "weights.html", "losses.html", "why.html"}

func parse() map[string]*template.Template {
	base := template.Must(template.New("layout").Funcs(functions).ParseFS(files, common...))
	names, err := files.ReadDir(".")
	if err != nil {
		panic(err) // embedded
	}
	all := make(map[string]*template.Template)
	for _, f := range names {
		name := strings.TrimSuffix(f.Name(), path.Ext(f.Name()))
		if !slices.Contains(common, f.Name()) {
			all[name] = template.Must(template.Must(base.Clone()).ParseFS(files, f.Name()))
		}
	}
	return all
}

// Has reports whether a page has a part with the given name.
func Has(name, part string) bool {
	t := templates()[name]
	return t != nil && t.Lookup("part-"+part) != nil
}

// Render returns a page as HTML, or only one of its parts if part is not empty. A part is the
// template "part-NAME" and receives p.Data.
func Render(name, part string, p Page) ([]byte, error) {
	t := templates()[name]
	if t == nil {
		return nil, fmt.Errorf("there is no page %q", name)
	}
	from, data := "layout", any(p)
	if part != "" {
		from, data = "part-"+part, p.Data
	}
	var out bytes.Buffer
	if err := t.ExecuteTemplate(&out, from, data); err != nil {
		return nil, fmt.Errorf("page %s: %w", name, err)
	}
	return out.Bytes(), nil
}

// asset returns the URL path of a static file.
func asset(name string) string { return static.Path(name) }

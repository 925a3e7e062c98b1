package pages

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"path"
	"strings"
	"sync"

	"github.com/lanista/lanista/serve/static"
)

//go:embed *.html
var files embed.FS

// Page is what every page shows, and what one shows.
type Page struct {
	Title   string   // what the page is about; it is the heading, too
	Section string   // which entry of the menu is this page's: "/runs"
	Live    bool     // the page follows the store
	Table   bool     // the page is the table of a game and lists nothing
	Still   bool     // the store is where no log can be made: what others write is not seen
	Scripts []string // ES modules of static/js, without their ending
	// Libraries are plain scripts of static that the modules need, and Styles are
	// further styles, both with their endings.
	Libraries, Styles []string
	Program           string // what a person types in a terminal
	Version           string
	Store             string // the name of the store's file
	Data              any
}

// entry is an entry of the menu.
type entry struct{ Name, Path string }

// menu is what the head of every page leads to.
var menu = []entry{
	{"Runs", "/runs"},
	{"Play", "/play"},
	{"Etudes", "/etudes"},
	{"Engines", "/engines"},
	{"New run", "/new"},
	{"API", "/api"},
}

// Menu lists the entries.
func (Page) Menu() []entry { return menu }

// templates are the pages by name. They are read when the first page is asked for:
// most processes of the program serve none.
var templates = sync.OnceValue(parse)

func parse() map[string]*template.Template {
	base := template.Must(template.New("layout").Funcs(functions).ParseFS(files, "layout.html", "shared.html"))
	names, err := files.ReadDir(".")
	if err != nil {
		panic(err) // embedded
	}
	all := make(map[string]*template.Template)
	for _, f := range names {
		name := strings.TrimSuffix(f.Name(), path.Ext(f.Name()))
		if name != "layout" && name != "shared" {
			all[name] = template.Must(template.Must(base.Clone()).ParseFS(files, f.Name()))
		}
	}
	return all
}

// Has reports whether a page has a part of that name.
func Has(name, part string) bool {
	t := templates()[name]
	return t != nil && t.Lookup("part-"+part) != nil
}

// Render writes a page, or only a part of it: {{define "part-NAME"}}.
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

// asset is the address of a static file.
func asset(name string) string { return static.Path(name) }

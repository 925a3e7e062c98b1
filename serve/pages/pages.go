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
)

//go:embed *.html
var files embed.FS

// Page contains the data of a page and the data that the common layout needs, such as the title.
type Page struct {
	Title   string   // title of the browser window
	Section string   // path of the menu entry that is marked as current, such as "/runs"
	Live    bool     // the page is updated when the store changes
	Table   bool     // the page shows a board and needs no style for lists
	Still   bool     // the folder of the store cannot be written, so changes by other processes are not seen
	Scripts []string // ES modules of static/js, without .js
	// Libraries are classic scripts that the page's modules need. Styles are additional style
	// sheets. Both contain file names of package static.
	Libraries, Styles []string
	Program           string // name of the program in a command
	Version           string
	Store             string // name of the store's file
	Data              any
}

type entry struct{ Name, Path string }

// menu contains the entries of the menu at the top of every page.
var menu = []entry{
	{"Runs", "/runs"},
	{"Play", "/play"},
	{"Etudes", "/etudes"},
	{"Engines", "/engines"},
	{"New run", "/new"},
	{"Jobs", "/jobs"},
	{"API", "/api"},
}

// Menu returns the entries of the menu.
func (Page) Menu() []entry { return menu }

// templates returns the templates by page name. It parses them when the first page is rendered,
// because most commands of the program render no pages.
var templates = sync.OnceValue(parse)

// common contains the template files that several pages use.
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

// Render returns a page as HTML. If part is not "", it returns only the output of the template
// "part-NAME", which receives p.Data.
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

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
	"text/template/parse"
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

func (Page) Menu() []entry { return menu }

// parsed contains the templates of a page and the names of the parts that can be rendered
// separately. The template of a part is named "part-" followed by the name of the part.
type parsed struct {
	*template.Template
	parts map[string]bool
}

// templates returns a map from the name of a page to a function that returns the page's templates.
// The function parses the templates at its first call. Parsing those of all pages would take longer
// than rendering one page.
var templates = sync.OnceValue(prepare)

// common contains the template files that several pages use.
var common = []string{"layout.html", "shared.html", "weights.html", "losses.html", "why.html"}

func prepare() map[string]func() *parsed {
	base := template.Must(template.New("layout").Funcs(functions).ParseFS(files, common...))
	names, err := files.ReadDir(".")
	if err != nil {
		panic(err) // embedded
	}
	all := make(map[string]func() *parsed)
	for _, f := range names {
		if !slices.Contains(common, f.Name()) {
			all[strings.TrimSuffix(f.Name(), path.Ext(f.Name()))] = sync.OnceValue(func() *parsed {
				page := template.Must(template.Must(base.Clone()).ParseFS(files, f.Name()))
				return &parsed{page, partsOf(page, base)}
			})
		}
	}
	return all
}

// partsOf returns the names, without "part-", of the parts of a page that can be rendered
// separately. They are defined in the page's own file or used by its content. Other parts in common
// files need the data of other pages.
func partsOf(page, common *template.Template) map[string]bool {
	used := make(map[string]bool)
	addUsed(used, page, page.Lookup("main").Tree.Root)
	parts := make(map[string]bool)
	for _, t := range page.Templates() {
		if name, ok := strings.CutPrefix(t.Name(), "part-"); ok && (used[t.Name()] || common.Lookup(t.Name()) == nil) {
			parts[name] = true
		}
	}
	return parts
}

// addUsed adds to used the names of the templates that the given nodes execute, directly or through
// other templates. page contains the templates.
func addUsed(used map[string]bool, page *template.Template, nodes *parse.ListNode) {
	if nodes == nil {
		return
	}
	for _, n := range nodes.Nodes {
		switch n := n.(type) {
		case *parse.IfNode:
			addUsed(used, page, n.List)
			addUsed(used, page, n.ElseList)
		case *parse.RangeNode:
			addUsed(used, page, n.List)
			addUsed(used, page, n.ElseList)
		case *parse.WithNode:
			addUsed(used, page, n.List)
			addUsed(used, page, n.ElseList)
		case *parse.TemplateNode:
			if !used[n.Name] {
				used[n.Name] = true
				addUsed(used, page, page.Lookup(n.Name).Tree.Root)
			}
		}
	}
}

// find returns the templates of a page, or nil if there is no page with the given name.
func find(name string) *parsed {
	page := templates()[name]
	if page == nil {
		return nil
	}
	return page()
}

// Has reports whether a page has a part with the given name.
func Has(name, part string) bool {
	t := find(name)
	return t != nil && t.parts[part]
}

// Render returns a page as HTML. If part is not "", it returns only the output of the template
// "part-NAME", which receives p.Data.
func Render(name, part string, p Page) ([]byte, error) {
	t := find(name)
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

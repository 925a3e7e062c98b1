package cmd

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

func shippedCatalog() runs.Catalog {
	return runs.Catalog{Games: engines.Registry(games())}
}

// The page and the schema in docs are those that the program prints.
func TestConfigReferenceIsUpToDate(t *testing.T) {
	t.Parallel()
	r, err := runs.Reference(shippedCatalog())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(r.Schema(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	compare(t, filepath.Join("..", "docs", "config.md"), r.Markdown())
	compare(t, filepath.Join("..", "docs", "config.schema.json"), string(text)+"\n")
	for _, s := range r.Sections {
		for _, row := range s.Shape.Rows() {
			if row.Meaning == "" || row.Takes == "" {
				t.Errorf("%s: %s takes %q and means %q", s.Title, row.Path, row.Takes, row.Meaning)
			}
		}
	}
}

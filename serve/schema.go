package serve

import (
	"encoding/json"
	"path"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/ratinglist"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tournament"
)

// Document is a kind of JSON document that the program prints.
type Document struct {
	Title string // "evolve --json"
	Type  reflect.Type
}

// Schema returns the JSON Schema (draft 2020-12) of documents. Each of them has an entry under
// anyOf, and each type in them an entry under $defs. The types have the same names as in the
// OpenAPI description of the web API.
func Schema(documents ...Document) ([]byte, error) {
	type root struct {
		Title string         `json:"title"`
		AllOf []*huma.Schema `json:"allOf"`
	}
	registry := newRegistry("#/$defs/")
	var roots []root
	for _, d := range documents {
		roots = append(roots, root{d.Title, []*huma.Schema{registry.Schema(d.Type, true, "")}})
	}
	return json.MarshalIndent(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "The JSON documents of Lanista",
		"anyOf":   roots,
		"$defs":   registry.Map(),
	}, "", "  ")
}

// newRegistry returns a registry of JSON Schemas for Go types. prefix is the beginning of every
// reference to a schema, such as "#/$defs/". Types that implement json.Marshaler are registered
// with special schemas, because their JSON does not follow from their fields.
func newRegistry(prefix string) huma.Registry {
	r := huma.NewMapRegistry(prefix, schemaName)
	r.RegisterTypeAlias(reflect.TypeFor[rating.Float](), reflect.TypeFor[floatSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[rating.Floats](), reflect.TypeFor[floatsSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[rating.Matrix](), reflect.TypeFor[matrixSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[rating.Interval](), reflect.TypeFor[interval]())
	r.RegisterTypeAlias(reflect.TypeFor[documents.Vector](), reflect.TypeFor[vectorSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[engines.Value](), reflect.TypeFor[valueSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[tournament.Cell](), reflect.TypeFor[tableCell]())
	r.RegisterTypeAlias(reflect.TypeFor[ratinglist.Cell](), reflect.TypeFor[ratingListCell]())
	r.RegisterTypeAlias(reflect.TypeFor[engines.Outcome](), reflect.TypeFor[outcomeSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[engines.Evidence](), reflect.TypeFor[failureEvidence]())
	return r
}

// prefixes maps the name of a package to a prefix for the schema names of its types. The prefix
// distinguishes types of the same name in different packages.
var prefixes = map[string]string{"ratinglist": "RatingList", "bench": "Bench", "external": "Program", "workers": "Worker"}

// schemaName returns the name of a Go type in the schema, with the prefix of its package if it has
// one. hint is the name of a type without one, such as an anonymous struct.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return prefixes[path.Base(t.PkgPath())] + name
}

// These types provide the JSON Schemas of other Go types. Those types implement json.Marshaler or
// may be null, so that their schemas do not follow from their fields.
type (
	floatSchema   struct{}
	floatsSchema  struct{}
	matrixSchema  struct{}
	vectorSchema  struct{}
	valueSchema   struct{}
	outcomeSchema struct{}

	// interval describes the JSON of a rating.Interval.
	interval struct {
		Low  *float64 `json:"low" doc:"null if the end is open or not known"`
		High *float64 `json:"high" doc:"null if the end is open or not known"`
	}

	// tableCell describes the JSON of a tournament.Cell, which may be null.
	tableCell struct {
		_ struct{} `nullable:"true"`
		tournament.Cell
	}

	// ratingListCell describes the JSON of a ratinglist.Cell, which may be null.
	ratingListCell struct {
		_ struct{} `nullable:"true"`
		ratinglist.Cell
	}

	// failureEvidence describes the JSON of an engines.Evidence.
	failureEvidence struct {
		engines.Evidence
		Seed string `json:"seed" doc:"seed of the game as a decimal number"`
	}
)

func number() *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "double", Nullable: true}
}

func list(items *huma.Schema) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: items}
}

// Schema returns the schema of a number or null.
func (floatSchema) Schema(huma.Registry) *huma.Schema { return number() }

// Schema returns the schema of a list of numbers, which may contain null.
func (floatsSchema) Schema(huma.Registry) *huma.Schema { return list(number()) }

// Schema returns the schema of a matrix as a list of rows, which may contain null.
func (matrixSchema) Schema(huma.Registry) *huma.Schema { return list(list(number())) }

func plainText() *huma.Schema { return &huma.Schema{Type: huma.TypeString} }

// Schema returns the schema of an object that maps the names of weights to numbers, the texts of
// choices, or null.
func (vectorSchema) Schema(huma.Registry) *huma.Schema {
	value := &huma.Schema{OneOf: []*huma.Schema{number(), plainText()}}
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: value, Description: "a number per weight, or the text of its choice"}
}

// Schema returns the schema of the value of a weight: a number, or the text of a choice.
func (valueSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeNumber, Format: "double"}, plainText()}}
}

// Schema returns the schema of a game's outcome: a list of places, or an object with scores.
func (outcomeSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		list(&huma.Schema{Type: huma.TypeInteger, Description: "the place of the seat, from 1"}),
		{Type: huma.TypeObject, Required: []string{"scores"}, AdditionalProperties: false, Properties: map[string]*huma.Schema{"scores": list(&huma.Schema{Type: huma.TypeNumber})}},
	}}
}

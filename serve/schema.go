package serve

import (
	"encoding/json"
	"path"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tournament"
)

// Schema returns the JSON Schema (draft 2020-12) of documents: a definition for each type that
// occurs in them, under the names that the description of the web API uses. The names of the
// given types stand under anyOf.
func Schema(types ...reflect.Type) ([]byte, error) {
	registry := newRegistry("#/$defs/")
	var roots []*huma.Schema
	for _, t := range types {
		roots = append(roots, registry.Schema(t, true, ""))
	}
	return json.MarshalIndent(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "The JSON documents of Lanista",
		"anyOf":   roots,
		"$defs":   registry.Map(),
	}, "", "  ")
}

// newRegistry returns a registry of schemas that knows the types with a JSON of their own.
func newRegistry(prefix string) huma.Registry {
	r := huma.NewMapRegistry(prefix, schemaName)
	r.RegisterTypeAlias(typeOf[rating.Float](), typeOf[floatSchema]())
	r.RegisterTypeAlias(typeOf[rating.Floats](), typeOf[floatsSchema]())
	r.RegisterTypeAlias(typeOf[rating.Matrix](), typeOf[matrixSchema]())
	r.RegisterTypeAlias(typeOf[rating.Interval](), typeOf[interval]())
	r.RegisterTypeAlias(typeOf[documents.Vector](), typeOf[vectorSchema]())
	r.RegisterTypeAlias(typeOf[tournament.Cell](), typeOf[tableCell]())
	r.RegisterTypeAlias(typeOf[engines.Outcome](), typeOf[outcomeSchema]())
	r.RegisterTypeAlias(typeOf[engines.Evidence](), typeOf[failureEvidence]())
	return r
}

// schemaName names the schema of a type. The names of types of package table begin with
// Table: there is a history of a game and one of a run.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if path.Base(t.PkgPath()) == "table" {
		name = "Table" + name
	}
	return name
}

// The types that follow stand for types with a JSON of their own.
type (
	floatSchema   struct{}
	floatsSchema  struct{}
	matrixSchema  struct{}
	vectorSchema  struct{}
	outcomeSchema struct{}

	// interval has the keys of a rating.Interval.
	interval struct {
		Low  *float64 `json:"low" doc:"null if the end is open or not known"`
		High *float64 `json:"high" doc:"null if the end is open or not known"`
	}

	// tableCell has the keys of a tournament.Cell, or is null.
	tableCell struct {
		_ struct{} `nullable:"true"`
		tournament.Cell
	}

	// failureEvidence has the keys of an engines.Evidence.
	failureEvidence struct {
		engines.Evidence
		Seed string `json:"seed" doc:"of the game, in decimal digits"`
	}
)

func number() *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "double", Nullable: true}
}

func list(items *huma.Schema) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: items}
}

// Schema returns a number or null.
func (floatSchema) Schema(huma.Registry) *huma.Schema { return number() }

// Schema returns a list of numbers or null.
func (floatsSchema) Schema(huma.Registry) *huma.Schema { return list(number()) }

// Schema returns a list of rows of numbers or null.
func (matrixSchema) Schema(huma.Registry) *huma.Schema { return list(list(number())) }

// Schema returns an object of numbers or null by the names of weights.
func (vectorSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: number(), Description: "a number per weight"}
}

// Schema returns a list of places, or an object with scores.
func (outcomeSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		list(&huma.Schema{Type: huma.TypeInteger, Description: "the place of the seat, from 1"}),
		{Type: huma.TypeObject, Required: []string{"scores"}, AdditionalProperties: false, Properties: map[string]*huma.Schema{"scores": list(&huma.Schema{Type: huma.TypeNumber})}},
	}}
}

// Package documents defines the JSON documents shared by the command line, the web API, its
// events and reports. [Run] is the document of a run, in lists and alone.
//
// The functions of this package convert results of package runs and records of the store to
// values for [encoding/json]. Later versions may add keys but never change or remove them. An
// unknown value is null or absent. Seeds are strings, since they exceed 2^53. The JSON Schema of
// all documents is docs/documents.schema.json.
package documents

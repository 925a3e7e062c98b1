// Package documents defines the JSON documents that the command line, the web API, its events
// and reports share. [Run] is the document of a run, in a list and alone.
//
// Input: results of package runs and records of the store. Output: values for
// [encoding/json]. Keys are added in later versions and never changed. A value that is not
// known is null or absent. Seeds are strings, since they exceed 2^53. The JSON Schema of all
// documents is docs/documents.schema.json.
package documents

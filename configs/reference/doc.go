// Package reference describes all keys of a config: accepted values, range, default and meaning.
// It writes the description as a page and as a JSON Schema.
//
// [Of] derives the description from the options types. Keys and types come from the fields, and
// ranges and choices from the errors that the validation returns for impossible values. Meanings
// come from the comments of the fields. The program contains these comments in the file
// meanings.json; a test compares the file with the source.
package reference

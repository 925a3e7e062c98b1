// Package reference describes what a config may say: every key with what it takes,
// its range, its default and its meaning, as a page to read and as a JSON Schema for
// editors.
//
// In come the options of all sections as Go values, with the functions that check
// them. Nothing is written down twice: keys and types are those of the fields, ranges
// and choices are found by asking the check about numbers and names that cannot be
// right, and meanings are the comments of the fields, which a test keeps equal to
// meanings.json.
package reference

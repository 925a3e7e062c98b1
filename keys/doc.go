// Package keys defines errors for invalid values in a config. Each error contains the config key
// with the invalid value.
//
// A package that validates its options returns a [KeyError] per mistake, joined by [errors.Join]. A
// package whose section contains such options calls [Under] to put the section's key in front. The
// package that has read the file lists the mistakes with [All] and adds the line of each key. So no
// error text needs to be parsed.
//
// [CheckText] recognizes files that are not text, whose errors would otherwise be about their bytes.
//
// Package keys imports no other package of this module, so that all of them may import it.
package keys

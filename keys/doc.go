// Package keys defines errors about input: invalid values in a config, and files that are not text. An
// error about a config contains the key with the invalid value.
//
// A package that validates its options returns a [KeyError] per mistake, joined by [errors.Join]. A
// package whose section contains such options calls [Under] to put the section's key in front. The
// package that has read the file lists the mistakes with [All] and adds the line of each key. So no
// error text needs to be parsed.
//
// [CheckText] recognizes compressed files and other encodings. Without it, readers would report the
// bytes of such a file as mistakes in its lines.
//
// Package keys imports no other package of this module, so that all of them may import it.
package keys

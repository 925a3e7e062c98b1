// Package keys says which key of a configuration a mistake is about.
//
// A room that validates its own options returns a [KeyError] for every mistake,
// joined by [errors.Join]. A room that holds such options under a key of its own
// moves the mistakes there with [Under]. Whoever knows the file turns the tree of
// errors into a list with [All] and adds the line to each. No error text is ever
// read again.
//
// It imports nothing, so that every room may use it.
package keys

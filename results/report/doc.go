// Package report writes a run as one self-contained page of HTML that can be
// sent to a colleague: the result, the evidence for it, pictures, the config,
// and how to do it again. The page loads nothing and runs no script.
//
// What comes in: a record of the store. What goes out: the page.
package report

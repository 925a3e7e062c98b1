// Package pages holds the templates of the web face, one file a page, and the
// functions that write numbers, times and states for people.
//
// What comes in: a [Page] with what it shows. What goes out: HTML. A template
// file defines "main", the page's content, and may define parts, which a page
// that is open asks for alone, to bring itself up to date.
package pages

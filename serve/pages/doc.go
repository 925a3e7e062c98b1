// Package pages renders the HTML pages of the web server. It contains the templates, one file
// per page, the data that they show, and the functions that format numbers and times.
//
// [Render] receives a [Page] and returns HTML. A template file defines "main", the content of
// the page, and may define parts ("part-NAME"). The script of an open page requests a part
// alone to update it.
package pages

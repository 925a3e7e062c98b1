// Package pages renders the HTML pages of the web server. It contains the templates, one file per
// page, the data types of the pages, and the functions that format numbers and times.
//
// [Render] converts a [Page] to HTML. A template file defines "main", the content of the page. It
// may also define parts, templates named "part-NAME", or use those of a common file. The script of an
// open page requests a single part from the server to update it.
package pages

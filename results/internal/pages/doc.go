// Package pages reads the rows of an SQLite file page by page, without SQLite. SQLite refuses a
// file with missing parts, and a table with pages that it cannot reach from the root page. This
// package reads every page that is left, including pages to which no other page refers any more.
//
// Open reads the file and its write-ahead log, as far as transactions in it are committed.
// [File.Tables] lists the tables of the schema, [File.Rows] yields the rows of one table, and
// [File.Orphans] yields the rows of pages that belong to no table and are not free. The format is
// that of https://www.sqlite.org/fileformat2.html. Nothing in a file makes the package panic or
// read a page twice.
package pages

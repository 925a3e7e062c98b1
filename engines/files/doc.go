// Package files replaces the names of files in settings by the contents of the files. Stored
// settings contain no names, because the files may change later.
package files

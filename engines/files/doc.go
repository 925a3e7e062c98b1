// Package files replaces file names in settings by the contents of the files. Stored settings
// contain no file names, because the files may change later.
package files

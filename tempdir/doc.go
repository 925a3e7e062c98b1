// Package tempdir creates folders for temporary files that do not stay if the process is killed: the
// next process that creates a folder of the same kind removes them. On systems without file locks they
// stay.
package tempdir

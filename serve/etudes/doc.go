// Package etudes stores ratings of labelled positions (etudes).
//
// An etude set ships with a game or is a file NAME.csv of a folder. Ratings are stored in that
// folder, one file per set, in the format of training.ReadEtudes, which `lanista grid --etudes`
// reads.
//
// A rating is one line of its file. All other lines and their comments stay as they are. A file
// is replaced atomically, and only if it has not changed since the client read it.
package etudes

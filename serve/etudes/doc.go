// Package etudes stores the ratings that people give to labelled positions.
//
// The sets of positions come with the games. Ratings are stored in a folder, one file
// NAME.csv per set, in the format of training.ReadEtudes, which `lanista grid --etudes`
// reads as it is.
//
// A rating is one line of its file; all other lines and their comments stay as they are.
// A file is replaced atomically, and only if it is still the version that the person saw.
package etudes

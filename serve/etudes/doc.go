// Package etudes stores etudes: labelled positions, and a user's ratings of them. A rating is the
// seat that the user expects to win.
//
// An etude set is embedded with a game or is a file NAME.csv in a folder. Ratings are stored in
// that folder, one file per set. The files have the format of training.ReadEtudes, which `lanista
// grid --etudes` reads.
//
// A rating is one line of its file. Saving a rating does not change the other lines and comments.
// The file is replaced atomically, and only if it has not changed since the client read it.
package etudes

// Package shipped lists the games that ship with Lanista. The command lanista, the laboratory and the
// tests of all games take the list from here.
package shipped

// Package racetest states whether a program was compiled for the race detector. Tests import it: code
// runs some ten times slower under the detector, so long tests divide their numbers of cases.
package racetest

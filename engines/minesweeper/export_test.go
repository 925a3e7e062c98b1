package minesweeper

// RaceEnabled lets the tests outside the package do less under the detector.
const RaceEnabled = raceEnabled

// Package weights reads and writes weights as documents, with what is known about them, and
// has the champions that ship.
//
// [Read] parses JSON, YAML and CSV. [Document.Write] writes these, from which the same
// agent is read back, and Go source, C source and UCI options for other programs.
// [ChampionFor] and [FindAgent] find agents that ship.
//
// Reading is strict: mistakes are reported with file, line and key. Numbers read back
// exactly. Texts in generated source, such as names, cannot end the comment that contains
// them.
package weights

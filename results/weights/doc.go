// Package weights reads and writes weights files, which contain weights and what is known about
// them. It also contains the tuned weights that ship with Lanista.
//
// [Read] parses JSON, YAML and CSV. [Document.Write] writes these formats, from which the same
// agent can be read back. It also writes source code in four languages and UCI options for other
// programs. [ChampionFor] and [FindAgent] return agents that ship with Lanista or with a game.
//
// Reading is strict: mistakes are reported with file, line and key. Numbers read back exactly.
// Texts in generated source, such as names, cannot end the comment that contains them.
package weights

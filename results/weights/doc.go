// Package weights is a set of weights as it is handed around: a document with
// what is known about them, and the champions that ship with the program.
//
// What comes in: a file that a user, another program or this one wrote, as JSON,
// YAML or CSV. What goes out: the same, each of which is read back as the same agent, or
// Go or C source to compile in; an agent for an engine; a champion by game and settings;
// an agent that ships with a game, by name.
//
// Reading is strict: mistakes are named with file, line and key. Numbers read
// back exactly as they were written. Texts that stand in generated source, such
// as a name or a version, cannot leave their comment.
package weights

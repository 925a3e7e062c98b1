// Package configs is the typed configuration of a run, its loader, and the
// presets that ship inside the binary.
//
// What comes in: a preset's name or a YAML file, and overrides of the form
// path=value. What goes out: a [Config], or an error that names the file, the
// line and the key.
//
// The loader is strict: an unknown key, a wrong type, a value out of range, a
// key given twice or a second document in one file is an error. Layers are laid
// over each other, strongest last: defaults, preset, file, overrides.
//
// The package knows the shape of a config. What a strategy's numbers mean is
// known by the strategy's own room: its section is kept as it stands and decoded
// with [Document.Decode] into that room's options.
package configs

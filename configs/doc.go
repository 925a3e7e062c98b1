// Package configs contains the configuration of a run: its types, its loader, and the presets
// that ship.
//
// [Presets.Load] reads a preset or a YAML file and applies overrides of the form path=value.
// [Document.Config] decodes the result into a [Config]. Mistakes name the file, the line and the
// key.
//
// The loader is strict: unknown keys, wrong types, values out of range, duplicate keys and a
// second document in a file are errors. Values come from defaults, preset, file and overrides;
// later ones take precedence.
//
// The section of a strategy is not decoded here. The strategy's package decodes it with
// [Document.Decode] into its options and validates them.
package configs

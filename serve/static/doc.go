// Package static holds the files that a browser loads: the style, the scripts,
// and the libraries of others in vendor, which are the files of the npm packages
// uplot 1.6.32 (MIT) and idiomorph 0.8.0 (0BSD), unchanged, with their licences.
//
// Scripts are plain ES modules, one idea a file, with types in JSDoc; nothing is
// built, and they are sent without their comments. All files are served under an address that changes with their contents,
// so that a browser may keep them.
package static

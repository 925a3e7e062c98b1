// Package static contains the files that a browser loads: style sheets, scripts and, in the
// folder vendor, unchanged files of the npm packages uplot 1.6.32 (MIT) and idiomorph 0.8.0
// (0BSD) with their licences.
//
// Scripts are plain ES modules with types in JSDoc; there is no build step. Scripts and style
// sheets outside of vendor are served without their comments. The URL path of all files contains
// a hash of their contents, so that browsers can cache them without a time limit.
package static

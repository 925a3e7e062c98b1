// Package sketch draws maps of territories, as text for a terminal and as pictures, and edits them.
package sketch

// Package enginetest tests in a Go test whether a game meets the requirements of package engines:
//
//	func TestContract(t *testing.T) { enginetest.Run(t, mygame.New(), 20) }
//
// Package conformance has the tests, and lists what they test.
package enginetest

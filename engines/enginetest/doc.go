// Package enginetest tests in a Go test that a game keeps the contract of package engines:
//
//	func TestContract(t *testing.T) { enginetest.Run(t, mygame.New(), 20) }
//
// Package conformance has the tests, and lists what they test.
package enginetest

// Package portabletest tests the exported agents of a game. It writes them in every language and
// runs their tests with the compilers and interpreters of the machine.
package portabletest

package process

import "testing"

func TestWithoutTrace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"no more moves": "no more moves",
		"":              "",
		"warning: old\nTraceback (most recent call last):\n  File \"/a/arena.py\", line 63, in <module>\n    answer.update(play(q))\n                  ^^^^^^^\n" +
			"  File \"/a/arena.py\", line 36, in play\n    while turn < hold:\nKeyError: 'hold'": "KeyError: 'hold' (arena.py:36)",
		"  File \"bot.py\", line 3\n    def\n       ^\nSyntaxError: invalid syntax":                                                                                                           "SyntaxError: invalid syntax (bot.py:3)",
		"file:///a/b.mjs:5\n    throw new TypeError('no dice');\n          ^\n\nTypeError: no dice\n    at play (file:///a/b.mjs:5:11)\n    at main (file:///a/b.mjs:9:1)\n\nNode.js v20.1.0": "TypeError: no dice (b.mjs:5)",
		"/a/b.js:2\n\nError: x\n    at /a/b.js:2:7\n": "Error: x (b.js:2)",
		"panic: runtime error: index out of range [7] with length 7\n\ngoroutine 1 [running]:\nmain.play(...)\n\t/a/main.go:12\nmain.main()\n\t/a/main.go:20 +0x1d\nexit status 2": "panic: runtime error: index out of range [7] with length 7 (main.go:12)",
	} {
		if got := WithoutTrace(text); got != want {
			t.Errorf("%q\nbecomes %q\nwant    %q", text, got, want)
		}
	}
}

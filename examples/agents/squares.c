/* An Othello agent in C without a JSON library: requests contain no blanks, so their text
 * can be searched. A move is chosen only by its square.
 *
 *     cc -O2 -o squares examples/agents/squares.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double weight(const char *q, const char *name) {
	const char *at = strstr(q, name);
	return at ? atof(at + strlen(name)) : 0;
}

int main(void) {
	static char q[1 << 20];
	double corner = 0, edge = 0;
	while (fgets(q, sizeof q, stdin) && !strstr(q, "\"do\":\"quit\"")) {
		long id = atol(strstr(q, "\"id\":") + 5);
		printf("{\"id\":%ld", id);
		if (strstr(q, "\"do\":\"hello\""))
			printf(",\"ludus\":1,\"name\":\"squares\",\"games\":[\"othello\"],\"deterministic\":true,\"weights\":["
			       "{\"name\":\"corner\",\"min\":-9,\"max\":9,\"default\":0},{\"name\":\"edge\",\"min\":-9,\"max\":9,\"default\":0}]");
		if (strstr(q, "\"do\":\"new\"")) {
			corner = weight(q, "\"corner\":");
			edge = weight(q, "\"edge\":");
		}
		if (strstr(q, "\"do\":\"move\"")) {
			const char *best = NULL, *m = strstr(q, "\"legal\":[\"") + 10;
			double most = 0;
			for (;;) { /* d3","c4"] */
				int sides = (m[0] == 'a' || m[0] == 'h') + (m[1] == '1' || m[1] == '8');
				double worth = sides == 2 ? corner : sides == 1 ? edge : 0;
				if (!best || worth > most)
					best = m, most = worth;
				m = strchr(m, '"');
				if (m[1] == ']')
					break;
				m += 3;
			}
			printf(",\"move\":\"%.*s\"", (int)strcspn(best, "\""), best);
		}
		puts("}");
		fflush(stdout);
	}
	return 0;
}

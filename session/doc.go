// Package session plays one game between people and agents, move by move. The verb
// play of the command line shows a session in a terminal, and the web server shows
// one in a browser.
//
// A session is a start, a seed and the moves made since. All chance of the game comes
// from the seed, so a move that is undone and made again has the same consequences.
// [New] starts a session of any game of package engines. [Session.Play] makes a move
// for the seat to move, and [Session.Reply] lets the agent of that seat choose one.
// [Session.Undo] and [Session.UndoTo] replay the game from its start without the last
// moves. A [Record] stores a session as JSON, and [Record.Replay] restores it.
//
// Any agent can comment on the position of a session: [Session.Hint] and
// [Session.Choose] return a move, [Session.Rate] a value for every move,
// [Session.Analyze] an explanation, [Session.Deepen] the progress of a search and
// [Session.Playout] the results of games from here on. If the time is limited, an
// agent searches to depth 1, 2 and so on, and the deepest finished depth is returned.
//
// Searches set two settings of an agent's player, if the game declares whole numbers of
// these names: depth, the number of plies to search, and exact, which determines how near
// to the end of the game the player solves positions. If the time is limited, exact is 0
// in the first, shallow searches.
//
// People expect other settings and opponents than tournaments: see [WithoutChance] and
// [DefaultOpponent].
package session

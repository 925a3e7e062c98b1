// Package engines is the contract of a game, and the referee that plays games between agents.
//
// An [Engine] describes a game, deals games ([Game]) and makes players ([Player]). An [Agent]
// is a named configuration of a player. The referee ([NewArena]) plays a game between agents
// and returns its [Record]: the place of every seat, how the game ended, and who forfeited.
//
// # Writing a game
//
// The five methods of Engine, the methods of Game and one method of Player are enough for
// every verb of Lanista. The example Nim is a whole game without chance, and the example Pig one
// with dice and up to four seats. Everything else is optional: an ability of a game is an interface
// that its engine, its games or its players implement.
//
//	Evaluator, Linear                             an evaluation, as a sum of features
//	BuiltinAgents, PlayerFactory                  more agents and players
//	ChanceFinder                                  what the seed of a game changes
//	ArenaFactory                                  games that are played without the referee
//	Renewer                                       new games in the memory of finished ones
//	Hidden, History, Concluder, Reasoner          of a Game: views, past moves, the kind of end
//	Starter, Watcher, Ender, Timekeeper,
//	Assessor, Deepener, SearchReporter, io.Closer of a Player: calls around its moves
//
// More abilities are in packages by purpose: show presents a game to people, analysis
// examines positions, training supplies positions to learn from. Package deals numbers and
// counts the starts of a game, for games that choose them from a list. Package files reads the
// files that settings name. Package enginetest tests a game.
//
// [As] finds an ability of an engine, also through engines that wrap it ([Wrapper]).
//
// # Names by purpose
//
// The first part is for authors of games, the second for programs that play games:
//
//	contract              Engine, Game, Position, Move, Player, Seating
//	description           Spec, Weight, Space, Kind, NewChoices, Setting, Chance
//	parts of an engine    Resolve, Agent.Complete, Limit.Refuse, OnePly, WeightedSum
//	random numbers        Rand, PCG, Seed, Purpose
//	ends of games         Winner, Loser, Draw, Places, ByScore, Ending
//	errors                Fault, ErrResigned, BrokenError, UnplayableError
//
//	games by name         Registry, EngineRef, ProgramRef
//	agents                Agent, Weights, Settings, Limit, Value, Baselines, NewPlayer
//	starts of games       Deal, Openings, FindChance, CheckChance
//	playing               NewArena, Arena, PerGoroutine, Referee, Close
//	results               Record, Outcome, Forfeit, Search, Evidence
//
// # Chance
//
// Dice, cards and mines are a function of the game's seed, and seeds are derived from their
// place in a run ([Seed]), never drawn from a shared stream. A result is a function of config
// and seed, unless agents have limits of time. A game keeps the state of its generator as a value
// ([PCG]), so that a clone has the same chance events to come.
//
// A game declares in its Spec whether it has chance after its opening; [FindChance] finds
// it out otherwise. The record of a game without chance has a content: a hash of the start
// position, the moves and the end. Games with equal contents are equal.
//
// # Errors
//
// Mistakes in settings and weights are joined [keys.KeyError]s with the names as keys. Error
// texts do not begin with the name of the package or the game, since the caller adds it.
package engines

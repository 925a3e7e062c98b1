package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/session"
)

// sessions opens game sessions for requests. The server stores no sessions. Each request contains
// its session, in encrypted form or as a setup, and each response the new encrypted session.
//
// A random seed leaves the server only in encrypted form. Clients can therefore neither predict nor
// change chance events such as dice.
type sessions struct {
	catalog runs.Catalog
	store   string // path of the store, whose runs can be sources of agents and maps
	sealer  *sealer
	cache   session.Cache
	// searches limits concurrent searches. Parsing a position counts as a search, because it may
	// take as much computing time.
	searches *semaphore
	think    time.Duration // [Options.Think]; limited applies it to each search
	// exact is the maximum of an agent's setting exact: the number of empty squares from which
	// the agent solves the game exactly. Larger values are lowered to it. 0 means no limit.
	exact int
}

const (
	// exactOverHTTP is the largest value that the server allows for the setting "exact" of an agent:
	// the number of empty squares from which the agent solves the game exactly.
	exactOverHTTP = 24
	// exactUpTo is the largest [Options.Think] with which exactOverHTTP applies. A server that
	// allows longer searches does not limit the setting.
	exactUpTo = 30 * time.Second
)

// cachedSearches is the largest number of finished searches whose results are cached.
const cachedSearches = 512

// newSessions returns the session service of a server. The options must already contain the
// defaults.
func newSessions(o Options) (*sessions, error) {
	sealer, err := newSealer(o.Key)
	if err != nil {
		return nil, err
	}
	s := &sessions{catalog: o.Catalog, store: o.Store, sealer: sealer, cache: newCache[[sha256.Size]byte, any](cachedSearches), searches: newSemaphore(o.Searches), think: o.Think}
	if o.Think <= exactUpTo {
		s.exact = exactOverHTTP
	}
	return s, nil
}

// These constants limit the setup of a session: the number of settings, and the sizes in bytes of a
// setting and of a position.
const (
	maxSettings = 64
	maxSetting  = 16 << 10
	maxPosition = 16 << 10
)

// sessionSetup describes how a game session starts. All fields except Engine may be empty.
type sessionSetup struct {
	Engine   string
	Settings engines.Settings
	Seats    int
	Position string
	Seed     *uint64  // nil draws a seed that stays hidden until the game is over
	Moves    []string // made at once
}

// openSession is an open game session with the setup that started it. The field Moves of the
// setup is empty.
type openSession struct {
	*session.Session
	setup sessionSetup
}

// SessionBody is the part of a request that contains a game session: an encrypted one, or the
// setup of a new one.
type SessionBody struct {
	State    string            `json:"state,omitempty" doc:"a sealed session of an earlier response; without it, the other keys start a new one"`
	Engine   string            `json:"engine,omitempty" doc:"the game" example:"hare"`
	Settings map[string]string `json:"settings,omitempty" doc:"settings of the game that differ from the defaults"`
	Seats    int               `json:"seats,omitempty" minimum:"0" maximum:"8" doc:"seats of a new game; by default those of the position, or two"`
	Position string            `json:"position,omitempty" doc:"start position in the game's notation" example:"45;26;2;f;29;19;0;f"`
	Seed     string            `json:"seed,omitempty" doc:"seed of all chance as a decimal number; by default a hidden random one"`
	Moves    []string          `json:"moves,omitempty" doc:"moves to make at the beginning"`
}

// open restores the session that b contains in encrypted form. If b has none, open starts a new
// session from the setup in b and returns the moves that it makes for the setup. If b is invalid,
// the error is a [*problem] that names the wrong key of the request body.
func (s *sessions) open(ctx context.Context, b SessionBody) (*openSession, []session.Played, error) {
	if b.State != "" {
		if b.Engine != "" || b.Position != "" || b.Seed != "" || b.Seats != 0 || len(b.Settings) > 0 || len(b.Moves) > 0 {
			return nil, nil, refuse(codeBadRequest, "state", "a sealed game contains its settings, seats, position, seed and moves: send either a state or those")
		}
		o, err := s.unseal(ctx, b.State)
		return o, nil, err
	}
	setup := sessionSetup{Engine: b.Engine, Settings: b.Settings, Seats: b.Seats, Position: b.Position, Moves: b.Moves}
	if b.Seed != "" {
		seed, err := strconv.ParseUint(b.Seed, 10, 64)
		if err != nil {
			return nil, nil, refuse(codeBadRequest, "seed", "the seed is not a whole number from 0 to 18446744073709551615")
		}
		setup.Seed = &seed
	}
	return s.start(ctx, setup)
}

// start starts a session and makes the moves of its setup. The number of concurrent starts with a
// position is limited, as for searches. If too many requests wait or the wait takes too long, the
// error has the code busy.
func (s *sessions) start(ctx context.Context, setup sessionSetup) (*openSession, []session.Played, error) {
	if setup.Position != "" {
		release, err := s.searches.acquire(ctx)
		if err != nil {
			return nil, nil, err
		}
		defer release()
	}
	return s.startNow(ctx, setup)
}

// startNow starts a session and makes the moves of its setup, without waiting for other searches.
// If the setup has a position, the caller must have acquired the semaphore.
func (s *sessions) startNow(ctx context.Context, setup sessionSetup) (*openSession, []session.Played, error) {
	if err := setup.check(); err != nil {
		return nil, nil, err
	}
	seed := drawSeed()
	if setup.Seed != nil {
		seed = *setup.Seed
	}
	setup.Settings = s.pinned(ctx, setup)
	o, err := s.begin(ctx, setup, seed)
	if err != nil {
		return nil, nil, err
	}
	var played []session.Played
	for i, text := range setup.Moves {
		p, err := o.play(text, fmt.Sprintf("moves[%d]", i))
		if err != nil {
			return nil, nil, err
		}
		played = append(played, p)
	}
	o.setup.Moves = nil
	return o, played, nil
}

// pinned returns the settings of a setup with full IDs of stored runs in place of other references
// to them, such as run:last. The session then keeps its settings even if a name later refers to
// another run. References to runs that cannot be read remain unchanged.
func (s *sessions) pinned(ctx context.Context, setup sessionSetup) engines.Settings {
	e, err := s.catalog.Games.Find(setup.Engine)
	if err != nil || s.store == "" {
		return setup.Settings
	}
	settings := setup.Settings
	for _, known := range e.Spec().Settings {
		id, isRun := strings.CutPrefix(settings[known.Name], "run:")
		if !known.File || !isRun {
			continue
		}
		if rec, err := runs.Record(ctx, s.store, id); err == nil {
			settings = maps.Clone(settings)
			settings[known.Name] = "run:" + rec.ID
		}
	}
	return settings
}

// check returns an error if the setup of a session names no game or exceeds the size limits.
func (s *sessionSetup) check() error {
	switch {
	case s.Engine == "":
		return refuse(codeBadRequest, "engine", "the name of a game is missing")
	case len(s.Settings) > maxSettings:
		return refuse(codeBadSetting, "settings", "%d settings, at most %d", len(s.Settings), maxSettings)
	case len(s.Position) > maxPosition:
		return refuse(codeBadPosition, "position", "%d bytes, at most %d", len(s.Position), maxPosition)
	case len(s.Moves) > session.MaxMoves:
		return refuse(codeBadRequest, "moves", "%d moves, at most %d", len(s.Moves), session.MaxMoves)
	}
	for name, value := range s.Settings {
		if len(value) > maxSetting {
			return refuse(codeBadSetting, "settings."+name, "%d bytes, at most %d", len(value), maxSetting)
		}
	}
	return nil
}

// begin starts a game session in its initial position, without the moves of its setup.
func (s *sessions) begin(ctx context.Context, setup sessionSetup, seed uint64) (*openSession, error) {
	e, err := s.engine(ctx, setup.Engine, setup.Settings)
	if err != nil {
		return nil, err
	}
	started, err := session.New(e, session.Options{Settings: setup.Settings, Seats: setup.Seats, Position: setup.Position, Seed: seed, Cache: s.cache})
	if err == nil {
		return &openSession{started, setup}, nil
	}
	wrong, ok := errors.AsType[*keys.KeyError](err)
	if !ok {
		return nil, err
	}
	code, at := codeBadPosition, wrong.Path
	switch at {
	case "settings":
		code = codeBadSetting
	case "":
		code, at = codeBadSetting, "engine"
	}
	return nil, refuse(code, at, "%s: %w", setup.Engine, wrong)
}

// drawSeed returns a cryptographically random seed.
func drawSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never returns an error
	return binary.LittleEndian.Uint64(b[:])
}

// seal encrypts a session as text, from which unseal restores it.
func (s *sessions) seal(o *openSession) (string, error) {
	state := sessionState{Setup: o.setup, Version: o.Engine().Spec().Version, Seed: o.Seed(), Takebacks: o.Takebacks()}
	packed, err := state.pack(o.Moves())
	if err != nil {
		return "", err
	}
	return s.sealer.seal(packed)
}

// unseal decrypts a session and restores it by replaying its moves.
func (s *sessions) unseal(ctx context.Context, text string) (*openSession, error) {
	packed, err := s.sealer.open(text)
	if err != nil {
		return nil, err
	}
	state, moves, err := unpackState(packed)
	if err != nil {
		return nil, err
	}
	if state.Setup.Position != "" {
		release, err := s.searches.acquire(ctx)
		if err != nil {
			return nil, err
		}
		defer release()
	}
	o, err := s.begin(ctx, state.Setup, state.Seed)
	if err != nil {
		return nil, err
	}
	if now := o.Engine().Spec().Version; now != state.Version {
		return nil, refuse(codeBadState, "state", "%s: the game was begun with the rules %q, this program plays %q; start a new game from its position", state.Setup.Engine, state.Version, now)
	}
	if err := o.Restore(moves, state.Takebacks); err != nil {
		return nil, refuse(codeBadState, "state", "the game cannot be replayed: %w", err)
	}
	return o, nil
}

// play makes a move that a request contains at the given key of its body.
func (o *openSession) play(move, key string) (session.Played, error) {
	p, err := o.Play(move)
	if err != nil {
		return p, refuse(codeIllegalMove, key, "%s: %w", o.setup.Engine, err)
	}
	return p, nil
}

// engine opens a game with the settings of a request. It refuses settings that name a file.
// Settings that only add randomness to tournaments are 0 unless the request sets them; see
// [session.WithoutChance].
func (s *sessions) engine(ctx context.Context, name string, given engines.Settings) (engines.Engine, error) {
	e, err := s.catalog.Games.Find(name)
	if err != nil {
		return nil, refuse(codeNotFound, "engine", "unknown game %q (%s)", name, keys.Suggest(s.catalog.Games.Names(), name))
	}
	settings := session.WithoutChance(e, given)
	for _, known := range e.Spec().Settings {
		value, err := s.fileContents(ctx, known, settings[known.Name])
		switch {
		case err != nil:
			return nil, err
		case value == "":
			delete(settings, known.Name)
		default:
			settings[known.Name] = value
		}
	}
	if e, err = e.With(settings); err != nil {
		return nil, refuseKeys(codeBadSetting, "settings", err)
	}
	return e, nil
}

// fileContents returns the value that a setting gets if a request sets it to value. For most
// settings this is value itself. A setting that holds the contents of a file accepts its choices,
// and run:ID for the contents in a stored run. Any other value is an error, because a request must
// not name files of the server.
func (s *sessions) fileContents(ctx context.Context, known engines.Setting, value string) (string, error) {
	if !known.File || value == "" || slices.Contains(known.Choices, value) {
		return value, nil
	}
	field := "settings." + known.Name
	id, isRun := strings.CutPrefix(value, "run:")
	if !isRun || s.store == "" {
		return "", refuse(codeBadSetting, field, "%s: want %s, or run:ID for what a stored run had", known.Name, strings.Join(known.Choices, ", "))
	}
	rec, err := runs.Record(ctx, s.store, id)
	if err != nil {
		return "", refuse(codeBadSetting, field, "%s: run %q cannot be read", known.Name, id)
	}
	c, err := runs.StoredConfig(rec.Summary)
	if err != nil {
		return "", refuse(codeBadSetting, field, "%w", err)
	}
	had := cmp.Or(configs.Settings(c.Engine.Settings)[known.Name], known.Default)
	if known.NamesFile(had) {
		return "", refuse(codeBadSetting, field, "%s: run %s stored the name of a file, not its contents", known.Name, rec.ID)
	}
	return had, nil
}

// settingsOfRun returns the game settings of a stored run, without settings of players, in the form
// of a request. A setting with the contents of a file becomes run:ID, because requests cannot
// contain files.
func settingsOfRun(e engines.Engine, run results.Summary) (map[string]string, error) {
	c, err := runs.StoredConfig(run)
	if err != nil {
		return nil, err
	}
	had := configs.Settings(c.Engine.Settings)
	out := make(map[string]string)
	for _, s := range e.Spec().Settings {
		value, ok := had[s.Name]
		if !ok || s.Player {
			continue
		}
		if s.File && value != "" && !slices.Contains(s.Choices, value) {
			value = "run:" + run.ID
		}
		out[s.Name] = value
	}
	return out, nil
}

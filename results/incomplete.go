package results

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrIncomplete reports that a run cannot be resumed because a part of it was lost with a damaged
// store.
var ErrIncomplete = errors.New("a part of the run is lost, so it cannot be continued")

// markMissing makes the runs of a recovered store readable and marks incomplete runs. It compares
// the stored number of rows of each run with the rows that remain, and corrects the number. mayLack
// reports whether rows of a table may be lost. markMissing returns all runs, oldest first.
func markMissing(ctx context.Context, tx transaction, mayLack func(table string) bool) ([]RecoveredRun, error) {
	keys, err := column[int64](ctx, tx, "SELECT key FROM run ORDER BY key")
	if err != nil {
		return nil, err
	}
	list := make([]RecoveredRun, len(keys))
	for i, key := range keys {
		r := partialRun{tx: tx, key: key, mayLack: mayLack, resumable: true}
		if list[i], err = r.complete(ctx); err != nil {
			return nil, inRun(list[i].ID, err)
		}
	}
	return list, nil
}

// partialRun checks a run of a recovered store for lost rows.
type partialRun struct {
	tx        transaction
	key       int64
	mayLack   func(table string) bool
	lost      []string // descriptions of the lost data, for users
	resumable bool
}

func (r *partialRun) complete(ctx context.Context) (RecoveredRun, error) {
	var out RecoveredRun
	var kind Kind
	var status, note, earlier string
	err := r.tx.QueryRowContext(ctx, "SELECT id, kind, status, note FROM run WHERE key = ?", r.key).Scan(&out.ID, &kind, &status, &note)
	if err != nil {
		return out, err
	}
	// The mark of an earlier recovery stays: rows that it has replaced are lost, although they are not
	// missing now.
	err = r.tx.QueryRowContext(ctx, "SELECT what, resumable FROM missing WHERE run = ?", r.key).Scan(&earlier, &r.resumable)
	switch {
	case err == nil:
		r.lost = strings.Split(earlier, "; ")
	case !errors.Is(err, sql.ErrNoRows):
		return out, err
	}
	if note == lostNote {
		r.lost = append(r.lost, "its name, note and result")
		r.resumable = false
	}
	for _, examine := range [...]func(context.Context) error{r.counts, r.rounds, r.agents, r.moves, r.workers, r.texts} {
		if err := examine(ctx); err != nil {
			return out, err
		}
	}
	if kind == Grid && status == string(Finished) {
		var grids int
		if err := r.tx.QueryRowContext(ctx, "SELECT count(*) FROM grid WHERE run = ?", r.key).Scan(&grids); err != nil {
			return out, err
		}
		if grids == 0 {
			r.lost = append(r.lost, "its grid, if it was small enough to be stored")
		}
	}
	r.optional(kind)
	_, err = r.tx.ExecContext(ctx, `UPDATE run SET note = CASE note WHEN ?1 THEN '' ELSE note END,
		status = CASE status WHEN 'running' THEN 'interrupted' ELSE status END WHERE key = ?2`, lostNote, r.key)
	if err == nil {
		err = updateStateSum(ctx, r.tx, r.key)
	}
	if err == nil {
		err = setLease(ctx, r.tx, r.key, lease{})
	}
	if out.Missing = strings.Join(withoutRepeats(r.lost), "; "); err == nil && out.Missing != "" {
		err = saveMissing(ctx, r.tx, r.key, out.Missing, r.resumable)
	}
	return out, err
}

// optional adds a sentence to r.lost that lists optional data which the run may have lost, such as
// tags. The store does not contain whether a run had such data, so the sentence begins with "if it
// had any". Data is listed if runs of this kind can have it and rows of its table may be lost.
func (r *partialRun) optional(kind Kind) {
	search, workersLost := kind == Evolve || kind == Fit, slices.Contains(r.lost, lostWorkers)
	var lost []string
	for _, t := range [...]struct {
		what   string
		has    bool // runs of this kind can have such rows
		tables []string
	}{
		{"tags", true, []string{"tag"}},
		{"failures", kind != Grid, []string{"failure"}},
		{"disputes", kind != Grid, []string{"dispute"}},
		{"workers", kind != Grid && !workersLost, []string{"worker", "origin"}},
		{"earlier budgets", kind != Grid, []string{continuations.name}},
		{"checkpoints", search, []string{"checkpoint"}},
		{"an explanation", search, []string{"explanation", "explanation_pairing"}},
		{"its experiment", search, []string{"experiment", "experiment_run"}},
		{"a list of earlier losses", true, []string{"missing"}},
	} {
		if t.has && slices.ContainsFunc(t.tables, r.mayLack) {
			lost = append(lost, t.what)
		}
	}
	if len(lost) > 0 {
		r.lost = append(r.lost, "if it had any: "+strings.Join(lost, ", "))
	}
}

// withoutRepeats returns the elements of a list without repetitions, in the order of their first
// occurrence.
func withoutRepeats(list []string) []string {
	var different []string
	for _, x := range list {
		if !slices.Contains(different, x) {
			different = append(different, x)
		}
	}
	return different
}

// texts tests whether the store still has two texts that every run stores when it begins: the
// version of the game's rules and the kinds of processor. It adds a description of each missing
// text to the list of lost data, r.lost. Versions before 1.0.0 did not store these texts, so the
// descriptions end with "if it was stored" or "if they were stored".
func (r *partialRun) texts(ctx context.Context) error {
	for _, t := range [...]struct {
		table runText
		what  string
	}{
		{rules, "the version of its rules, if it was stored"},
		{processorKinds, "the kinds of processor that computed it, if they were stored"},
	} {
		_, found, err := t.table.read(ctx, r.tx, r.key)
		if err != nil {
			return err
		}
		if !found {
			r.lost = append(r.lost, t.what)
		}
	}
	return nil
}

// counts restores the database row with the run's numbers of rounds, pairings and games if that row
// is lost. In the new row they are 0, until other methods set them.
func (r *partialRun) counts(ctx context.Context) error {
	var n int
	if err := r.tx.QueryRowContext(ctx, "SELECT count(*) FROM progress WHERE run = ?", r.key).Scan(&n); err != nil || n > 0 {
		return err
	}
	r.lost = append(r.lost, "the number of its rounds and pairings, of which more may be missing")
	r.resumable = false
	_, err := r.tx.ExecContext(ctx, `INSERT INTO progress (run, rounds, games, forfeits, seconds, pairings, journal_games, process, token, host, pid, beat)
		VALUES (?, 0, 0, 0, 0, 0, 0, '', '', '', 0, 0)`, r.key)
	return err
}

// rounds makes the rows of a damaged run consistent. It adds an empty row for a round whose games
// are lost, and deletes the games of a round whose summary is lost. It then corrects the counts of
// rounds and pairings.
func (r *partialRun) rounds(ctx context.Context) error {
	numbers, err := column[int](ctx, r.tx, "SELECT number FROM generation WHERE run = ? ORDER BY number", r.key)
	if err != nil {
		return err
	}
	if err := deleteRows(ctx, r.tx, r.key, "played", "generation NOT IN (SELECT number FROM generation AS g WHERE g.run = played.run)"); err != nil {
		return err
	}
	unplayed, err := column[int](ctx, r.tx, `SELECT number FROM generation AS g WHERE run = ?
		AND NOT EXISTS (SELECT 1 FROM played AS p WHERE p.run = g.run AND p.generation = g.number) ORDER BY number`, r.key)
	if err != nil {
		return err
	}
	for _, n := range unplayed {
		row := playedRow{[]byte("[]"), []byte("[]"), []byte("[]")}
		_, err := r.tx.ExecContext(ctx, "INSERT INTO played (run, generation, genomes, agents, pairings, sum) VALUES (?, ?, '[]', '[]', '[]', ?)", r.key, n, int64(row.sum(n)))
		if err != nil {
			return err
		}
	}
	var was, now counts
	err = r.tx.QueryRowContext(ctx, "SELECT rounds, games, forfeits, seconds, pairings, journal_games FROM progress WHERE run = ?", r.key).
		Scan(&was.rounds, &was.games, &was.forfeits, &was.seconds, &was.pairings, &was.journalGames)
	if err != nil {
		return err
	}
	now = was
	if len(numbers) != was.rounds {
		err = r.tx.QueryRowContext(ctx, "SELECT count(*), coalesce(sum(games), 0), coalesce(sum(forfeits), 0), coalesce(sum(seconds), 0.0) FROM generation WHERE run = ?", r.key).
			Scan(&now.rounds, &now.games, &now.forfeits, &now.seconds)
		if err != nil {
			return err
		}
	}
	err = r.tx.QueryRowContext(ctx, "SELECT count(*), coalesce(sum(CASE WHEN json_valid(places) THEN json_array_length(places) END), 0) FROM journal WHERE run = ?", r.key).
		Scan(&now.pairings, &now.journalGames)
	if err != nil {
		return err
	}
	if gaps := missingNumbers(numbers, was.rounds); len(gaps) > 0 {
		r.lost = append(r.lost, fmt.Sprintf("%s of %d", numbered("round", gaps), max(was.rounds, len(numbers)+len(gaps))))
	}
	if len(unplayed) > 0 {
		r.lost = append(r.lost, "the games of "+numbered("round", unplayed))
	}
	if n := was.pairings - now.pairings; n > 0 {
		r.lost = append(r.lost, fmt.Sprintf("%d of %d pairings", n, was.pairings))
	}
	if err := r.state(ctx, numbers, was.rounds); err != nil {
		return err
	}
	_, err = r.tx.ExecContext(ctx, "UPDATE progress SET rounds = ?, games = ?, forfeits = ?, seconds = ?, pairings = ?, journal_games = ?, sum = ? WHERE run = ?",
		now.rounds, now.games, now.forfeits, now.seconds, now.pairings, now.journalGames, int64(now.sum()), r.key)
	return err
}

// state marks the run as not resumable if the strategy's state after the last round is lost.
// numbers are the remaining rounds, in ascending order, and written is the original number of
// rounds.
func (r *partialRun) state(ctx context.Context, numbers []int, written int) error {
	if err := deleteRows(ctx, r.tx, r.key, "snapshot", "generation NOT IN (SELECT number FROM generation AS g WHERE g.run = snapshot.run)"); err != nil {
		return err
	}
	latest := max(written, lastOf(numbers))
	if latest == 0 {
		return nil
	}
	var n int
	err := r.tx.QueryRowContext(ctx, "SELECT count(*) FROM snapshot WHERE run = ? AND generation = ?", r.key, lastOf(numbers)).Scan(&n)
	if err == nil && (n == 0 || lastOf(numbers) < latest) {
		r.resumable = false
		if lastOf(numbers) == latest {
			r.lost = append(r.lost, fmt.Sprintf("the state of the strategy after round %d", latest))
		}
	}
	return err
}

// agents replaces lost agents of a tournament by agents with invented names, so that the pairings
// of the tournament can be read.
func (r *partialRun) agents(ctx context.Context) error {
	numbers, err := column[int](ctx, r.tx, "SELECT number FROM field WHERE run = ? ORDER BY number", r.key)
	if err != nil {
		return err
	}
	var most sql.NullInt64
	err = r.tx.QueryRowContext(ctx, `SELECT max(CASE WHEN j.type = 'integer' THEN j.value END) FROM journal AS p,
		json_each(CASE WHEN json_valid(p.agents) THEN p.agents ELSE '[]' END) AS j WHERE p.run = ?`, r.key).Scan(&most)
	if err != nil {
		return err
	}
	var gaps []int
	for n := range max(lastOf(numbers)+1, min(int(most.Int64)+1, mostAgents)) {
		if _, found := slices.BinarySearch(numbers, n); !found && (most.Valid || len(numbers) > 0) {
			gaps = append(gaps, n)
		}
	}
	for _, n := range gaps {
		row := fieldRow{fmt.Sprintf("lost agent %d", n+1), "", list(nil), "{}", ""}
		_, err := r.tx.ExecContext(ctx, "INSERT INTO field (run, number, name, player, weights, settings, time_limit, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			r.key, n, row.name, row.player, row.weights, row.settings, row.limit, int64(row.sum(n)))
		if err != nil {
			return err
		}
	}
	if len(gaps) > 0 {
		r.resumable = false
		for i := range gaps {
			gaps[i]++
		}
		r.lost = append(r.lost, numbered("agent", gaps))
	}
	return nil
}

// mostAgents limits the number of agents that replace lost ones when a tournament is recovered. A
// damaged pairing may contain a very large agent number.
const mostAgents = 100_000

// moves checks whether recorded moves of the run's games are lost, and adds a sentence to r.lost if
// they are. For a tournament or a verification, the sentence states the number of the affected
// pairings. For a search it states the numbers of the affected rounds.
func (r *partialRun) moves(ctx context.Context) error {
	var pairings int
	err := r.tx.QueryRowContext(ctx, `SELECT count(*) FROM journal AS j WHERE run = ? AND instr(coalesce(more, ''), '"moves":true') > 0
		AND NOT EXISTS (SELECT 1 FROM record AS c WHERE c.run = j.run AND c.generation = 0 AND c.number = j.number)`, r.key).Scan(&pairings)
	if err != nil {
		return err
	}
	if pairings > 0 {
		r.lost = append(r.lost, fmt.Sprintf("the moves of %d pairings", pairings))
	}
	rounds, err := column[int](ctx, r.tx, `SELECT generation FROM played AS p WHERE run = ?
		AND (length(pairings) - length(replace(pairings, '"moves":true', ''))) / length('"moves":true')
			> (SELECT count(*) FROM record AS c WHERE c.run = p.run AND c.generation = p.generation) ORDER BY generation`, r.key)
	if len(rounds) > 0 {
		r.lost = append(r.lost, "moves of "+numbered("round", rounds))
	}
	return err
}

const lostWorkers = "which workers played some of its games"

// workers checks whether rows about the workers that played the run's games are lost, and adds this
// to the losses of the run. Lost workers are replaced by workers with invented names, so that other
// rows remain readable.
func (r *partialRun) workers(ctx context.Context) error {
	if there, err := hasTable(ctx, r.tx, "worker"); err != nil || !there {
		return err
	}
	numbers, err := column[int](ctx, r.tx, "SELECT number FROM worker WHERE run = ? ORDER BY number", r.key)
	if err != nil {
		return err
	}
	played, err := origins(ctx, r.tx, r.key)
	if err != nil {
		return err
	}
	known := lastOf(numbers)
	for _, row := range played {
		for _, g := range row.groups {
			known = max(known, g.worker)
			for _, a := range g.agreed {
				known = max(known, a.worker)
			}
		}
	}
	var stored int
	err = r.tx.QueryRowContext(ctx, "SELECT rounds + pairings FROM progress WHERE run = ?", r.key).Scan(&stored)
	if err != nil {
		return err
	}
	lost := len(played) > 0 && played[len(played)-1].number >= len(played) || len(played) == 0 && len(numbers) > 0 && stored > 0
	for n := range min(known+1, mostAgents) {
		if _, found := slices.BinarySearch(numbers, n); found || len(played)+len(numbers) == 0 {
			continue
		}
		lost = true
		w := Worker{ID: fmt.Sprintf("lost worker %d", n+1)}
		_, err := r.tx.ExecContext(ctx, "INSERT INTO worker (run, number, id, host, build, slots, suspect, excluded, sum) VALUES (?, ?, ?, '', '', 0, 0, '', ?)",
			r.key, n, w.ID, int64(w.sum(n)))
		if err != nil {
			return err
		}
	}
	if lost {
		r.lost = append(r.lost, lostWorkers)
	}
	return nil
}

func lastOf(numbers []int) int {
	if len(numbers) == 0 {
		return 0
	}
	return numbers[len(numbers)-1]
}

// missingNumbers returns the numbers from 1 to n that are missing in a sorted list of such numbers.
// If the last number in the list is larger than n, it takes the place of n. Because n may be
// damaged, at most a million numbers after the last one in the list are returned.
func missingNumbers(numbers []int, n int) []int {
	var gaps []int
	at := 0
	for i := 1; i <= max(min(n, len(numbers)+1_000_000), lastOf(numbers)); i++ {
		if at < len(numbers) && numbers[at] == i {
			at++
			continue
		}
		gaps = append(gaps, i)
	}
	return gaps
}

// numbered formats a noun and a list of numbers with ranges, such as "rounds 3, 7-9". The argument
// what is the noun in the singular. At most eight numbers or ranges are listed, followed by the
// number of the others.
func numbered(what string, numbers []int) string {
	var b strings.Builder
	b.WriteString(what)
	if len(numbers) > 1 {
		b.WriteString("s")
	}
	parts := 0
	for i := 0; i < len(numbers); parts++ {
		end := i
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		if parts == 8 {
			fmt.Fprintf(&b, " and %d more", len(numbers)-i)
			break
		}
		separator := " "
		if parts > 0 {
			separator = ", "
		}
		fmt.Fprintf(&b, "%s%d", separator, numbers[i])
		if end > i {
			fmt.Fprintf(&b, "-%d", numbers[end])
		}
		i = end + 1
	}
	return b.String()
}

// checkContinuable returns ErrIncomplete if the run was recovered from a damaged store with losses
// that prevent its continuation.
func checkContinuable(s Summary) error {
	if s.unresumable {
		return fmt.Errorf("%w: %s", ErrIncomplete, s.Missing)
	}
	return nil
}

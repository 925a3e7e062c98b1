package ratinglist

import (
	"fmt"
	"io"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
)

// Rate reads all games of r and returns the rating list of their agents. It returns a
// keys.KeyError for a mistake in the options and a gamefile.Error for a mistake in the file.
func Rate(r gamefile.Reader, o Options) (*List, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Model == "" {
		o.Model = BradleyTerry
		if r.Ranked() {
			o.Model = PlackettLuce
		}
		if err := o.checkModel(o.Model); err != nil {
			return nil, err
		}
	}
	if o.Confidence == 0 {
		o.Confidence = rating.Confidence
	}
	if o.Scale == "" {
		o.Scale = LogisticScale
	}
	m := newModel(o, r.Deals())
	s := records{matrix: o.Matrix}
	for {
		g, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := m.add(g); err != nil {
			return nil, &gamefile.Error{File: r.Name(), Line: g.Line, Err: err}
		}
		s.add(g)
	}
	if s.games == 0 {
		return nil, &gamefile.Error{File: r.Name(), Line: 1, Err: fmt.Errorf("no finished game (%d without a result)", r.Unfinished())}
	}
	m.finish()
	l := &List{Model: o.Model, Games: s.games, Distinct: m.observed().games, Pairings: m.observed().count, Unfinished: r.Unfinished(), Scale: o.Scale, Confidence: o.Confidence}
	if err := l.fill(o, m, &s, r.Names()); err != nil {
		return nil, err
	}
	if m.observed().tooFew(l.Games) {
		l.withoutIntervals()
	}
	return l, nil
}

// RateFile returns the rating list of the games in a CSV or PGN file. The name of the file
// decides the format, see [gamefile.Open].
func RateFile(from io.Reader, name string, o Options) (*List, error) {
	r, err := gamefile.Open(from, name)
	if err != nil {
		return nil, err
	}
	return Rate(r, o)
}

// fill computes the ratings for each group of agents who met, directly or through others, and
// adds these ratings to the list.
func (l *List) fill(o Options, m model, s *records, names []string) error {
	tables := s.tables()
	anchors, err := anchored(o.Anchors, tables, names)
	if err != nil {
		return err
	}
	rated := make([]ratedTable, len(tables))
	for i, members := range tables {
		if rated[i], err = m.rate(members); err != nil {
			return fmt.Errorf("%s: %w", o.Model, err)
		}
		rated[i].members, rated[i].anchor = members, anchors[i]
		if len(tables) > 1 {
			rated[i].number = i + 1
		}
		rated[i].rescale(o.Scale)
		lines := rated[i].lines(s, names)
		l.Standings = append(l.Standings, lines...)
		l.Tables = append(l.Tables, rated[i].Table)
	}
	if len(tables) == 1 {
		l.Table, l.Tables = l.Tables[0], nil
	}
	if o.Matrix {
		l.fillMatrix(rated, s)
	}
	l.fillMisfit(o, m, tables, names)
	return l.fillMatch(o, m, tables, names)
}

// fillMatch adds the results between the two agents of a file with two agents, and the result of
// a sequential test if one is requested.
func (l *List) fillMatch(o Options, m model, tables [][]int, names []string) error {
	two, ok := m.(*twoSeats)
	if !ok || len(l.Standings) != 2 {
		if o.Test != nil {
			return keys.Errorf("sprt", "a sequential test needs two agents and one of the models bradley-terry, bayeselo, davidson and rao-kupper, not %d agents and %s",
				len(l.Standings), o.Model)
		}
		return nil
	}
	first, second := tables[0][0], tables[0][1]
	l.Match = two.match(first, second)
	l.Match.First, l.Match.Second = names[first], names[second]
	if o.Test != nil {
		l.Test = two.test(*o.Test, l.Match, first, second, l.Games)
	}
	return nil
}

// anchored returns the anchor of every group of agents who met, or nil for a group without an
// anchor. It returns an error for an unknown agent and for two anchors in one group.
func anchored(list []Anchor, tables [][]int, names []string) ([]*Anchor, error) {
	tableOf := make(map[string]int)
	for i, members := range tables {
		for _, a := range members {
			tableOf[names[a]] = i
		}
	}
	out := make([]*Anchor, len(tables))
	for i := range list {
		a := &list[i]
		t, ok := tableOf[a.Agent]
		if !ok {
			return nil, keys.Errorf("anchor", "no agent is named %q", a.Agent)
		}
		if out[t] != nil {
			return nil, keys.Errorf("anchor", "%s and %s have met, directly or through others: only one of them can be an anchor", out[t].Agent, a.Agent)
		}
		out[t] = a
	}
	return out, nil
}

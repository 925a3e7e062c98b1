package results

import (
	"encoding/json"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Who played in a round is written as lists by position, appended here and read
// by a cursor: a round of short games is played in little more time than
// encoding/json takes to write it. The views of the schema read the lists by
// position, too; optional values stand at the end of them.

// appendMembers writes id, born, weights, games, wins, draws, losses, fitness.
func appendMembers(b []byte, members []tuning.Member) []byte {
	b = append(b, '[')
	for i, m := range members {
		b = comma(b, i)
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(m.ID), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(m.Born), 10)
		b = append(b, ',')
		b = appendList(b, m.Weights)
		for _, n := range [...]int{m.Games, m.Wins, m.Draws, m.Losses} {
			b = append(b, ',')
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = append(b, ',')
		b = append(appendReal(b, m.Fitness), ']')
	}
	return append(b, ']')
}

func readMembers(text []byte) (members []tuning.Member, err error) {
	c := cursor{b: text}
	c.list(func() {
		var m tuning.Member
		c.want('[')
		for i, to := range [...]*int{&m.ID, &m.Born, nil, &m.Games, &m.Wins, &m.Draws, &m.Losses} {
			if i > 0 {
				c.want(',')
			}
			if to == nil {
				m.Weights = c.reals()
			} else {
				*to = c.int()
			}
		}
		c.want(',')
		m.Fitness = c.real()
		c.want(']')
		members = append(members, m)
	})
	return members, c.end()
}

// appendField writes name, player, weights, settings, and the limit where there
// is one.
func appendField(b []byte, field []engines.Agent) ([]byte, error) {
	var err error
	b = append(b, '[')
	for i, a := range field {
		b = comma(b, i)
		b = append(b, '[')
		if b, err = appendText(b, a.Name); err != nil {
			return nil, err
		}
		b = append(b, ',')
		if b, err = appendText(b, a.Player); err != nil {
			return nil, err
		}
		b = append(b, ',')
		b = appendList(b, a.Weights)
		b = append(b, ',')
		if b, err = appendSettings(b, a.Settings); err != nil {
			return nil, err
		}
		if a.Limit != (engines.Limit{}) {
			b = append(b, ',')
			if b, err = appendText(b, a.Limit.String()); err != nil {
				return nil, err
			}
		}
		b = append(b, ']')
	}
	return append(b, ']'), nil
}

func readField(text []byte) (field []engines.Agent, err error) {
	c := cursor{b: text}
	c.list(func() {
		var a engines.Agent
		c.want('[')
		c.value(&a.Name)
		c.want(',')
		c.value(&a.Player)
		c.want(',')
		a.Weights = c.reals()
		c.want(',')
		c.value(&a.Settings)
		if len(a.Settings) == 0 {
			a.Settings = nil
		}
		if c.take(',') {
			var limit string
			c.value(&limit)
			if a.Limit, err = engines.ParseLimit(limit); err != nil {
				c.fail("a limit")
			}
		}
		c.want(']')
		field = append(field, a)
	})
	return field, c.end()
}

func appendText(b []byte, s string) ([]byte, error) {
	text, err := json.Marshal(s)
	return append(b, text...), err
}

func appendSettings(b []byte, s engines.Settings) ([]byte, error) {
	if len(s) == 0 {
		return append(b, "{}"...), nil
	}
	text, err := json.Marshal(s)
	return append(b, text...), err
}

func appendInts(b []byte, v []int) []byte {
	b = append(b, '[')
	for i, x := range v {
		b = strconv.AppendInt(comma(b, i), int64(x), 10)
	}
	return append(b, ']')
}

// comma parts the i-th element from the one before.
func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

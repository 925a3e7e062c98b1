package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type engineList struct {
	OK      bool         `json:"ok"`
	Engines []EngineName `json:"engines"`
}

// EngineName describes a game in the API's list of games: its name, its title, a sentence about it,
// and its numbers of seats.
type EngineName struct {
	Engine string `json:"engine"`
	Title  string `json:"title"`
	Doc    string `json:"doc"`
	Seats  [2]int `json:"seats" doc:"smallest and largest number"`
}

// engineSheet describes a game: its settings, weights and agents.
type engineSheet struct {
	OK bool `json:"ok"`
	documents.Engine
	Version      string          `json:"version" doc:"version of the rules and the heuristic"`
	Levels       []levelSheet    `json:"levels" doc:"opponents by strength, the weakest first"`
	Agents       []agentSheet    `json:"agents" doc:"possible sources of an agent, besides run:ID"`
	Etudes       []string        `json:"etudes" doc:"the sets of labelled positions that ship with the game"`
	Capabilities map[string]bool `json:"capabilities"`
}

// levelSheet describes a difficulty level of a game's built-in opponents, such as easy.
type levelSheet struct {
	Name     string            `json:"name"`
	Source   string            `json:"source" doc:"source of the agent"`
	Doc      string            `json:"doc" doc:"description of its play"`
	Settings map[string]string `json:"settings"`
	Score    *float64          `json:"score" doc:"mean score against the previous level, from 0 to 1; null for the weakest"`
	Games    int               `json:"games" doc:"games of the score"`
}

// agentSheet describes an agent that a request can select by name.
type agentSheet struct {
	Name     string            `json:"name"`
	Doc      string            `json:"doc,omitempty"`
	Settings map[string]string `json:"settings,omitempty" doc:"settings of the agent"`
}

// engineAPI serves the API operations and the pages that describe the games.
type engineAPI struct {
	server   *Server
	sessions *sessions
}

func (t *engineAPI) register() {
	t.enginePages()
	operation(t.server, http.MethodGet, "/engines", "The games", func(context.Context, *struct{}) (*engineList, error) {
		return &engineList{true, t.server.engineNames()}, nil
	})
	operation(t.server, http.MethodGet, "/engines/{name}", "A game: its weights, settings and agents", func(ctx context.Context, in *engineInput) (*engineSheet, error) {
		e, err := t.engineOf(ctx, in)
		if err != nil {
			return nil, err
		}
		return sheetOf(e), nil
	})
	operation(t.server, http.MethodGet, "/engines/{name}/layout", "The part of a game's drawings that is the same for all positions", func(ctx context.Context, in *engineInput) (any, error) {
		e, err := t.engineOf(ctx, in)
		if err != nil {
			return nil, err
		}
		return layoutOf(e), nil
	})
}

// engineInput contains the parameters of a request that concerns a game: its name and its
// settings.
type engineInput struct {
	Name string   `path:"name" example:"hare"`
	Set  []string `query:"set,explode" doc:"a setting, as name=value (repeatable)" example:"board=1978"`
}

// engineOf opens the game that a request names, with the settings of the request.
func (t *engineAPI) engineOf(ctx context.Context, in *engineInput) (engines.Engine, error) {
	if _, err := t.server.game(in.Name); err != nil {
		return nil, err
	}
	settings := make(engines.Settings, len(in.Set))
	for _, s := range in.Set {
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			return nil, newProblem(http.StatusUnprocessableEntity, codeBadSetting, "a setting has the form name=value", mistake{"query.set", s})
		}
		settings[name] = value
	}
	e, err := t.sessions.engine(ctx, in.Name, settings)
	if wrong, ok := errors.AsType[*problem](err); ok {
		for i, m := range wrong.Errors {
			if rest, ok := strings.CutPrefix(m.Location, bodyField("settings")); ok {
				wrong.Errors[i].Location = "query.set" + rest
			}
		}
	}
	return e, err
}

func (s *Server) engineNames() []EngineName {
	list := []EngineName{}
	for _, e := range s.options.Catalog.Games {
		list = append(list, nameOf(e.Spec()))
	}
	return list
}

func nameOf(s engines.Spec) EngineName {
	return EngineName{Engine: s.Name, Title: s.Title, Doc: s.Doc, Seats: [2]int{s.MinSeats, s.MaxSeats}}
}

// sheetOf returns the JSON description of a game.
func sheetOf(e engines.Engine) *engineSheet {
	s, _ := deals.SpecWithChance(context.Background(), e) // no error without an end
	return &engineSheet{
		OK: true, Engine: documents.NewEngine(s), Version: s.Version,
		Levels: levelsOf(e), Agents: agentsOf(e), Etudes: runs.EtudeSets(e), Capabilities: capabilitiesOf(e),
	}
}

// levelsOf lists the difficulty levels of the game's built-in opponents.
func levelsOf(e engines.Engine) []levelSheet {
	out := []levelSheet{}
	l, ok := engines.As[show.Levels](e)
	if !ok {
		return out
	}
	for _, level := range l.Levels() {
		sheet := levelSheet{Name: level.Agent.Name, Source: "level:" + level.Agent.Name, Doc: level.Doc, Settings: level.Agent.Settings, Games: level.Games}
		if level.Games > 0 {
			sheet.Score = &level.Score
		}
		out = append(out, sheet)
	}
	return out
}

// agentsOf returns the agents of a game that a request can name.
func agentsOf(e engines.Engine) []agentSheet {
	docs := map[string]string{
		"champion": "the best weights that ship for the table, or the defaults", "default": "the weights that the game begins with",
		"random": "any legal move", "first": "the first legal move",
	}
	settings := make(map[string]engines.Settings)
	if r, ok := engines.As[engines.BuiltinAgents](e); ok {
		for _, a := range r.BuiltinAgents() {
			settings[a.Name] = a.Settings
		}
	}
	if l, ok := engines.As[show.Levels](e); ok {
		for _, level := range l.Levels() {
			name := "level:" + level.Agent.Name
			docs[name], settings[name] = level.Doc, level.Agent.Settings
		}
	}
	var out []agentSheet
	for _, name := range sourcesOf(e) {
		out = append(out, agentSheet{Name: name, Doc: docs[name], Settings: settings[name]})
	}
	return out
}

// capabilitiesOf returns, by name, whether a game has each of the optional capabilities for
// clients, such as evaluating positions or drawing a board.
func capabilitiesOf(e engines.Engine) map[string]bool {
	_, linear := engines.AsHeuristic[engines.Linear](e)
	_, evaluates := engines.AsHeuristic[engines.Evaluator](e)
	_, rates := engines.AsHeuristic[analysis.MoveEvaluator](e)
	_, solves := engines.As[analysis.Solver](e)
	_, scenes := engines.As[show.SceneProvider](e)
	_, etudes := engines.As[training.EtudeFiles](e)
	_, makes := engines.As[training.EtudeMaker](e)
	return map[string]bool{
		"evaluate": evaluates, "linear": linear, "rate": rates, "solve": solves, "scene": scenes, "etudes": etudes, "make_etudes": makes,
	}
}

// textScene is the drawing of a position as text, for games that have no graphical board.
type textScene struct {
	Text string `json:"text" doc:"the position as lines of text"`
}

// sceneOf returns the data from which a page draws a position. If the game does not provide a
// graphical scene, it returns a drawing as text.
func sceneOf(e engines.Engine, g engines.Game) (any, error) {
	s, ok := engines.As[show.SceneProvider](e)
	if !ok {
		return textScene{show.Illustrate(e, engines.View(g, g.Turn()))}, nil
	}
	scene, err := s.Scene(g)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	return scene, nil
}

// layoutOf returns the part of a game's drawings that is the same for all positions, such as the
// shape of the board. The result is an empty object if the game has no graphical board.
func layoutOf(e engines.Engine) any {
	if s, ok := engines.As[show.SceneProvider](e); ok {
		return s.Layout()
	}
	return struct{}{}
}

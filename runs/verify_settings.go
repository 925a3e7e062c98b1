package runs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// resolveVerifySettings checks the settings for the second measurement of a verification and stores
// them in r. The second measurement has the weights, game and opponents of the search. Only
// settings of players are therefore accepted, and only those that do not change which weights
// exist.
func resolveVerifySettings(ctx context.Context, r *Resolved, m *mistakes) {
	given := r.Config.Verification.Settings
	if len(given) == 0 {
		return
	}
	const path = "verification.settings"
	if r.Config.Verification.Games == 0 && !m.about("verification.games") {
		m.add(path, errors.New("it needs games; set verification.games"))
	}
	spec := r.Engine.Spec()
	settings, err := ownSettings(spec, configs.Agent{Settings: given})
	if err != nil {
		m.add("verification", err)
		return
	}
	e, err := r.Engine.With(settings)
	if err != nil {
		m.add(path, err)
		return
	}
	if !slices.EqualFunc(e.Spec().Weights, spec.Weights, func(a, b engines.Weight) bool { return a.Name == b.Name }) {
		m.add(path, errors.New("they select a model with other weights than those of the search"))
		return
	}
	own := r.agentSettings()
	differ := false
	for name, value := range settings {
		if r.Config.Engine.Player != "" && name != external.LimitSetting {
			m.add(path, keys.Errorf(name, "the program %s receives the setting limit alone", r.Config.Engine.Player))
		}
		differ = differ || own[name] != value
	}
	if !differ {
		m.add(path, fmt.Errorf("the search plays with %s, too", tuning.DescribeSettings(settings)))
	}
	if r.Space != nil {
		m.add(path, r.playable(ctx, engines.Agent{Name: "start", Weights: r.startWeights(), Settings: settings}))
	}
	r.VerifySettings = settings
}

// searchSettings describes the first of two measurements in a verification. It returns the values
// that the search uses for the settings in verification.settings, as text. The second measurement
// uses the values in that section. searchSettings returns "" if the config has no such section.
func (r *Resolved) searchSettings() string {
	if r.VerifySettings == nil {
		return ""
	}
	own := r.agentSettings()
	out := make(engines.Settings, len(r.VerifySettings))
	for name := range r.VerifySettings {
		out[name] = own[name]
	}
	return tuning.DescribeSettings(out)
}

// verifiers returns agents with default weights and the settings in verification.settings. They are
// examples of the agents in the verification's second measurement, for checking the settings and
// measuring the playing speed. verifiers returns nil if the config has no such settings.
func (r *Resolved) verifiers() []engines.Agent {
	if r.VerifySettings == nil {
		return nil
	}
	agents := defaultAgents(r)
	for i := range agents {
		agents[i].Settings = r.VerifySettings
	}
	return agents
}

// verificationDeals returns an upper bound for the number of deals (game starts) of the
// verification.
func verificationDeals(r *Resolved) int {
	deals := tuning.VerificationDeals(r.Config.Verification.Games, r.perDeal())
	if r.VerifySettings != nil {
		deals++ // the second measurement plays at least one
	}
	return deals
}

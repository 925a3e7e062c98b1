package engines

import "slices"

// Wrapper is implemented by engines that wrap another engine, for example to add players or
// to log games. Positions, moves and settings of the wrapped engine must be valid for the
// wrapper's and the other way round, so that an optional ability of the wrapped engine can
// be used on the positions of the wrapper. A wrapper implements an ability itself only
// where it behaves differently.
type Wrapper interface {
	Engine
	// Unwrap returns the wrapped engine, set as the wrapper is.
	Unwrap() Engine
}

// As returns the first engine in the chain of e and the engines that it wraps ([Wrapper])
// that implements T. T is the interface of an optional ability, such as [BuiltinAgents]. ok
// is false if no engine of the chain implements T.
func As[T any](e Engine) (ability T, ok bool) {
	for e != nil {
		if ability, ok = e.(T); ok {
			return ability, true
		}
		w, wraps := e.(Wrapper)
		if !wraps {
			break
		}
		e = w.Unwrap()
	}
	return ability, false
}

// AsHeuristic is [As] for abilities that receive or return weights or agents, such as
// [Evaluator]. It ends the search at a wrapper that has other weights or settings than the
// engine that it wraps, because these mean nothing to the wrapped engine.
func AsHeuristic[T any](e Engine) (ability T, ok bool) {
	for e != nil {
		if ability, ok = e.(T); ok {
			return ability, true
		}
		w, wraps := e.(Wrapper)
		if !wraps {
			break
		}
		inner := w.Unwrap()
		if inner == nil || !sameTerms(e.Spec(), inner.Spec()) {
			break
		}
		e = inner
	}
	return ability, false
}

// sameTerms reports whether two engines have the same weights, and settings of the same
// names.
func sameTerms(a, b Spec) bool {
	return slices.Equal(a.Weights, b.Weights) && slices.Equal(settingNames(a.Settings), settingNames(b.Settings))
}

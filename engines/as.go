package engines

import "slices"

// Wrapper is implemented by engines that wrap another engine, for example to add players or to log
// games. Positions, moves and settings of the two engines must be interchangeable: callers use
// optional interfaces of the wrapped engine ([As]) with positions of the wrapper. A wrapper
// implements an optional interface itself only if it must behave differently.
type Wrapper interface {
	Engine
	// Unwrap returns the wrapped engine with the settings of the wrapper.
	Unwrap() Engine
}

// As returns the first engine that implements T, the interface of an optional ability such as
// [BuiltinAgents]. It tries e, then the engine that e wraps ([Wrapper]), and so on. ok is false if
// no engine implements T.
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

// AsHeuristic is like [As], for interfaces whose methods receive or return weights or agents, such
// as [Evaluator]. It stops at a wrapper whose weights or settings differ from those of the wrapped
// engine, because the wrapped engine could not interpret them.
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

// sameTerms reports whether two engines accept the same agents. Their weights must have equal
// descriptions, and their settings must have the same names.
func sameTerms(a, b Spec) bool {
	return slices.EqualFunc(a.Weights, b.Weights, Weight.Equal) && slices.Equal(settingNames(a.Settings), settingNames(b.Settings))
}

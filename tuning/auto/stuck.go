package auto

// stuck is whether the response surface has found anything.
type stuck struct {
	looked bool // it was decided
	found  bool // it has not
}

// isStuck looks once, when the response surface has had its share of the games, whether
// its maximum promises to be better than the start. Where it does not the priors have
// drawn all slopes towards 0, and the rest of the games would be played about the start
// as well: strength is flat there, or rough, or rises along few of many weights. Ranks
// of candidates still tell something then, and so CMA-ES takes over. Scale-free problems
// are left to SPSA, whose wide steps gain more there.
func (m *method) isStuck() bool {
	s := &m.stuck
	if !m.guard.on || s.looked || m.scaleFree() || !m.fitted() {
		return false
	}
	s.looked = true
	errors, ok := m.margin(m.rsm.Best().Weights)
	s.found = ok && errors < m.c.StuckErrors
	return s.found
}

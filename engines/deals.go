package engines

// Dealer is implemented by games that know how many different deals they have.
type Dealer interface {
	// Deals is that number under the present settings, 0 where it is large. Between
	// players without chance as many pairs of games differ, and no more.
	Deals() int
}

package hare

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// pack contains the cards of a deck by kind, with the number of each.
type pack []struct {
	card  card
	count int
}

// The decks. The first has the texts and the number of cards of the booklet of 2008. The second
// is the deck of the first editions.
var (
	pack15 = pack{
		{cardShare, 2}, {cardTurn, 2}, {cardSixtyFive, 2}, {cardTenEach, 2}, {cardHalf, 2}, {cardRefund, 2}, {cardShow, 2}, {cardShuffle, 1},
	}
	pack12 = pack{
		{cardRefund, 2},
		{cardTakeOrGive, 2},
		{cardMiss, 1},
		{cardFallBack, 2},
		{cardEat, 1},
		{cardMoveUp, 1},
		{cardAgain, 1},
		{cardNextCarrots, 1},
		{cardLastCarrots, 1},
	}
)

// dealing describes how cards are drawn from a deck.
type dealing struct {
	pack    pack
	ordered bool // cards are drawn in the order of the deck; otherwise every draw is independent
}

// The decks by the value of the setting deck.
var decks = map[string]dealing{
	"deck":     {pack15, true},
	"iid":      {pack15, false},
	"old":      {pack12, true},
	"old-iid":  {pack12, false},
	"no-cards": {},
}

// deckNames contains the keys of decks in the order of the setting's choices.
var deckNames = []string{"deck", "iid", "old", "old-iid", "no-cards"}

// deck contains the cards of one game. A drawn card returns under the deck, so that the order
// changes only if the deck is shuffled.
type deck struct {
	cards   []card
	ordered bool
	next    int
}

func newDeck(d dealing, pcg *rand.PCG) deck {
	k := deck{ordered: d.ordered}
	for _, c := range d.pack {
		for range c.count {
			k.cards = append(k.cards, c.card)
		}
	}
	if k.ordered {
		k.shuffle(pcg)
	}
	return k
}

func (k *deck) shuffle(pcg *rand.PCG) {
	r := rand.New(pcg)
	r.Shuffle(len(k.cards), func(i, j int) { k.cards[i], k.cards[j] = k.cards[j], k.cards[i] })
	k.next = 0
}

// draw returns the next card, or noCard if the deck is empty.
func (k *deck) draw(pcg *rand.PCG) card {
	if len(k.cards) == 0 {
		return noCard
	}
	if !k.ordered {
		return k.cards[rand.New(pcg).IntN(len(k.cards))]
	}
	c := k.cards[k.next]
	k.next = (k.next + 1) % len(k.cards)
	if c == cardShuffle {
		k.shuffle(pcg)
	}
	return c
}

// deckSeed returns the seed of the cards of a game.
func deckSeed(seed uint64) rand.PCG {
	return engines.PCG(engines.Seed(seed, engines.Purpose("hare cards")))
}

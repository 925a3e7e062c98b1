package hare

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// pack is the content of a deck: the kinds of cards, with the number of cards of each.
type pack []struct {
	card  card
	count int
}

// These are the decks of hare cards: that of the edition of 2008, with 15 cards, and that of the
// first editions, with 12.
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

// dealing describes how hare cards are drawn: from which deck, and whether in its order or
// independently.
type dealing struct {
	pack    pack
	ordered bool // cards are drawn in the order of the deck; otherwise every draw is independent
}

// decks contains the ways to draw hare cards, by the value of the setting deck.
var decks = map[string]dealing{
	"deck":     {pack15, true},
	"iid":      {pack15, false},
	"old":      {pack12, true},
	"old-iid":  {pack12, false},
	"no-cards": {},
}

// deckNames lists the values of the setting deck in the order in which users see them.
var deckNames = []string{"deck", "iid", "old", "old-iid", "no-cards"}

// deck contains the hare cards of one game. A drawn card returns to the bottom of the deck, so the
// order of the cards changes only when the deck is shuffled.
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

// draw returns the next card, or noCard if the deck is empty. After the card cardShuffle it
// shuffles the deck. If the deck is not ordered, draw returns a random card.
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

func deckSeed(seed uint64) rand.PCG {
	return engines.PCG(engines.Seed(seed, engines.Purpose("hare cards")))
}

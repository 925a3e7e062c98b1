package hare

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// pack is the cards of a deck, each kind with its number.
type pack []struct {
	card  Card
	count int
}

// The decks. The texts and the total of the first are the booklet's of 2008;
// the second is that of the first editions.
var (
	pack15 = pack{
		{Share, 2}, {Turn, 2}, {SixtyFive, 2}, {TenEach, 2}, {Half, 2}, {Refund, 2}, {Show, 2}, {Shuffle, 1},
	}
	pack12 = pack{
		{Refund, 2},
		{TakeOrGive, 2},
		{Miss, 1},
		{FallBack, 2},
		{Eat, 1},
		{MoveUp, 1},
		{Again, 1},
		{NextCarrots, 1},
		{LastCarrots, 1},
	}
)

// dealing is how a deck is dealt from.
type dealing struct {
	pack    pack
	ordered bool // the order is kept, not every draw independent
}

// The decks by the name of the setting.
var decks = map[string]dealing{
	"deck":     {pack15, true},
	"iid":      {pack15, false},
	"old":      {pack12, true},
	"old-iid":  {pack12, false},
	"no-cards": {},
}

// deckNames are the keys of decks, as the setting lists them.
var deckNames = []string{"deck", "iid", "old", "old-iid", "no-cards"}

// deck is the cards of one table. A card drawn goes under the deck, so that the
// order changes only when the deck is shuffled.
type deck struct {
	cards   []Card
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

// draw takes the next card; an empty deck gives NoCard.
func (k *deck) draw(pcg *rand.PCG) Card {
	if len(k.cards) == 0 {
		return NoCard
	}
	if !k.ordered {
		return k.cards[rand.New(pcg).IntN(len(k.cards))]
	}
	c := k.cards[k.next]
	k.next = (k.next + 1) % len(k.cards)
	if c == Shuffle {
		k.shuffle(pcg)
	}
	return c
}

// deckSeed is the source of a table's cards.
func deckSeed(seed uint64) rand.PCG {
	return engines.PCG(engines.Seed(seed, engines.Purpose("hare cards")))
}

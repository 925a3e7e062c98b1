package grid

import (
	"context"
	"testing"
)

// BenchmarkArticle is the article's grid: 16 values of three weights, 20 etudes.
func BenchmarkArticle(b *testing.B) {
	p := random(7, 3, 20, 2, 5000)
	for b.Loop() {
		if _, err := Search(context.Background(), p, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFine has 151 values of three weights, 3.4 million points.
func BenchmarkFine(b *testing.B) {
	p := random(7, 3, 20, 2, 5000)
	o := Options{Workers: 2, Weights: map[string]Range{"a": {Step: 0.01}, "b": {Step: 0.01}, "c": {Step: 0.01}}}
	for b.Loop() {
		if _, err := Search(context.Background(), p, o); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkExact(b *testing.B) {
	p := random(7, 3, 20, 2, 5000)
	for b.Loop() {
		if _, err := Search(context.Background(), p, Options{Exact: true}); err != nil {
			b.Fatal(err)
		}
	}
}

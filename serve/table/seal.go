package table

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
)

// KeySize is the number of bytes of the key that seals tables.
const KeySize = 32

// MaxState is the length of a sealed table, in bytes.
const MaxState = 64 << 10

// The format of a sealed table. It is authenticated with what it holds, so that no
// other format can be passed off as it.
const (
	sealPrefix = "v1."
	sealName   = "lanista table v1"
)

// Sealer hides tables from those who carry them: AES-256-GCM (NIST SP 800-38D)
// over the deflated table, in base64url behind "v1.". The nonce is derived from the
// contents by HMAC-SHA-256 under a key of its own, as SIV modes do (RFC 5297): no
// nonce serves two tables, and one table always looks the same.
type Sealer struct {
	aead  cipher.AEAD
	nonce []byte // the key of nonces
}

// NewKey draws a key.
func NewKey() []byte {
	key := make([]byte, KeySize)
	_, _ = rand.Read(key) // it never fails
	return key
}

// NewSealer makes a sealer of a key of [KeySize] bytes.
func NewSealer(key []byte) (*Sealer, error) {
	if len(key) != KeySize {
		return nil, fmt.Errorf("a key of %d bytes, want %d", len(key), KeySize)
	}
	derived, err := hkdf.Key(sha256.New, key, nil, sealName, 2*KeySize)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(derived[:KeySize])
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	return &Sealer{aead: aead, nonce: derived[KeySize:]}, nil
}

// Seal writes a table as text that says nothing to anybody without the key.
func (s *Sealer) Seal(t *Table) (string, error) {
	plain, err := t.pack()
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, s.nonce)
	mac.Write(plain)
	nonce := mac.Sum(nil)[:s.aead.NonceSize()]
	text := sealPrefix + base64.RawURLEncoding.EncodeToString(s.aead.Seal(nonce, nonce, plain, []byte(sealName)))
	if len(text) > MaxState {
		return "", refuse(BadRequest, "state", "the table takes %d bytes, at most %d", len(text), MaxState)
	}
	return text, nil
}

// Unseal reads what Seal wrote and puts the table where it was.
func (s *Sealer) Unseal(ctx context.Context, r *Room, state string) (*Table, error) {
	if len(state) > MaxState {
		return nil, refuse(BadState, "state", "the state has %d bytes, at most %d", len(state), MaxState)
	}
	body, ok := strings.CutPrefix(state, sealPrefix)
	if !ok {
		return nil, refuse(BadState, "state", "the state is damaged: it does not begin with %s", sealPrefix)
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(body)
	if err != nil || len(sealed) < s.aead.NonceSize() {
		return nil, refuse(BadState, "state", "the state is damaged: it is not whole base64url")
	}
	nonce, sealed := sealed[:s.aead.NonceSize()], sealed[s.aead.NonceSize():]
	plain, err := s.aead.Open(nil, nonce, sealed, []byte(sealName))
	if err != nil {
		return nil, refuse(BadState, "state", "the state was changed, or another server sealed it (with another --key, or before this one was started); the game can go on from its position")
	}
	return r.unpack(ctx, plain)
}

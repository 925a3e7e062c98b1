package serve

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// keySize is the size in bytes of the key that encrypts game sessions.
const keySize = 32

// ReadKey reads the key that encrypts game sessions from a file. The file must have 32 bytes.
func ReadKey(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	key, err := io.ReadAll(io.LimitReader(f, keySize+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(key) != keySize {
		return nil, fmt.Errorf("%s: the key must have %d bytes; create it with head -c %d /dev/urandom", file, keySize, keySize)
	}
	return key, nil
}

// maxState is the largest size in bytes of an encrypted game session.
const maxState = 64 << 10

// sealPrefix is the beginning of the text of an encrypted session. sealName is the name of the
// format of the text. It is not in the text, but is authenticated with the contents.
const (
	sealPrefix = "v1."
	sealName   = "lanista session v1"
)

// sealer encrypts the game sessions that clients store. The text is "v1." followed by base64url of
// AES-256-GCM (NIST SP 800-38D).
//
// The nonce is an HMAC-SHA-256 of the contents with a separate key, as in SIV modes (RFC 5297).
// Equal sessions therefore have equal texts, and different sessions different nonces.
type sealer struct {
	aead     cipher.AEAD
	nonceKey []byte
}

// newKey returns a random key of keySize bytes.
func newKey() []byte {
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // it never fails
	return key
}

// newSealer derives the encryption keys from a key of keySize bytes.
func newSealer(key []byte) (*sealer, error) {
	derived, err := hkdf.Key(sha256.New, key, nil, sealName, 2*keySize)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(derived[:keySize])
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	return &sealer{aead: aead, nonceKey: derived[keySize:]}, nil
}

// seal encrypts the encoded state of a session. It returns an error if the resulting text is
// longer than maxState.
func (s *sealer) seal(packed []byte) (string, error) {
	mac := hmac.New(sha256.New, s.nonceKey)
	mac.Write(packed)
	nonce := mac.Sum(nil)[:s.aead.NonceSize()]
	text := sealPrefix + base64.RawURLEncoding.EncodeToString(s.aead.Seal(nonce, nonce, packed, []byte(sealName)))
	if len(text) > maxState {
		return "", refuse(codeBadRequest, "state", "the game takes %d bytes, at most %d", len(text), maxState)
	}
	return text, nil
}

// open decrypts a text that seal returned. It returns an error if the text was not made with the
// same key.
func (s *sealer) open(state string) ([]byte, error) {
	if len(state) > maxState {
		return nil, refuse(codeBadState, "state", "the state has %d bytes, at most %d", len(state), maxState)
	}
	body, ok := strings.CutPrefix(state, sealPrefix)
	if !ok {
		return nil, refuse(codeBadState, "state", "the state is damaged: it does not begin with %s", sealPrefix)
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(body)
	if err != nil || len(sealed) < s.aead.NonceSize() {
		return nil, refuse(codeBadState, "state", "the state is damaged: it is not whole base64url")
	}
	nonce, sealed := sealed[:s.aead.NonceSize()], sealed[s.aead.NonceSize():]
	packed, err := s.aead.Open(nil, nonce, sealed, []byte(sealName))
	if err != nil {
		return nil, refuse(codeBadState, "state", "the state was changed, or another server sealed it (with another --key, or before this one was started); start a new game from its position")
	}
	return packed, nil
}

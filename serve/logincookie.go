package serve

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"
)

// sessionTime is the time after login until a browser must send the access token again.
const sessionTime = 30 * 24 * time.Hour

// browserSessions issues and checks the session cookies of browsers.
//
// The server stores no sessions. A session cookie contains the access rights, the time of expiry
// and a message authentication code, which only the server can compute. The access token cannot
// be derived from the cookie.
type browserSessions struct{ key []byte }

// newBrowserSessions derives the key of session cookies from the server's key and tokens. If the
// key or a token changes, all existing cookies become invalid.
func newBrowserSessions(o Options) browserSessions {
	mac := hmac.New(sha256.New, o.Key)
	for _, part := range []string{"browser session", o.Token, o.ReadToken} {
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		mac.Write([]byte(part))
	}
	return browserSessions{mac.Sum(nil)}
}

// start returns the text of a new session cookie that grants the access a.
func (s browserSessions) start(a access, now time.Time) string {
	claim := binary.BigEndian.AppendUint64([]byte{byte(a)}, uint64(now.Add(sessionTime).Unix()))
	return base64.RawURLEncoding.EncodeToString(append(claim, s.code(claim)...))
}

// accessOf returns the access that a session cookie grants. It returns noAccess if the cookie is
// expired or was not issued by this server.
func (s browserSessions) accessOf(text string, now time.Time) access {
	const claimed = 9
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) != claimed+sha256.Size || !hmac.Equal(raw[claimed:], s.code(raw[:claimed])) {
		return noAccess
	}
	if now.Unix() >= int64(binary.BigEndian.Uint64(raw[1:claimed])) {
		return noAccess
	}
	return access(raw[0])
}

func (s browserSessions) code(claim []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(claim)
	return mac.Sum(nil)
}

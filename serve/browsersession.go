package serve

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"
)

// sessionTime is the time after which a browser needs the token again.
const sessionTime = 30 * 24 * time.Hour

// browserSessions issues and checks the sessions of browsers. A session states what it allows and
// when it ends, with a code that only the server can compute; the server stores none. It contains
// nothing from which the token could be computed.
type browserSessions struct{ key []byte }

// newBrowserSessions returns the sessions of a server. They end when the server's key or a token
// changes.
func newBrowserSessions(o Options) browserSessions {
	mac := hmac.New(sha256.New, o.Key)
	for _, part := range []string{"browser session", o.Token, o.ReadToken} {
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		mac.Write([]byte(part))
	}
	return browserSessions{mac.Sum(nil)}
}

// start returns a new session.
func (s browserSessions) start(a access, now time.Time) string {
	claim := binary.BigEndian.AppendUint64([]byte{byte(a)}, uint64(now.Add(sessionTime).Unix()))
	return base64.RawURLEncoding.EncodeToString(append(claim, s.code(claim)...))
}

// accessOf returns what a session allows, which is nothing if it is not of this server or has
// ended.
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

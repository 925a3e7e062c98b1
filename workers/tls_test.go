package workers

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// ownCertificate writes a self-signed certificate for this machine and its key.
func ownCertificate(t *testing.T) (cert, key string) {
	t.Helper()
	private := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "lanista"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{
		cert: {Type: "CERTIFICATE", Bytes: must(x509.CreateCertificate(rand.Reader, c, c, &private.PublicKey, private))},
		key:  {Type: "PRIVATE KEY", Bytes: must(x509.MarshalPKCS8PrivateKey(private))},
	} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// A worker connects over TLS with a private authority, and cannot connect without its
// certificate.
func TestTLS(t *testing.T) {
	t.Parallel()
	cert, key := ownCertificate(t)
	h := listening(t, HubOptions{Cert: cert, Key: key})
	reach := h.reach()
	if !strings.HasPrefix(reach.URL, "tls://") {
		t.Fatalf("the address is %s", reach.URL)
	}
	if _, err := List(t.Context(), reach, time.Millisecond); err == nil {
		t.Error("a worker accepts a server of an unknown authority")
	}
	plain := reach
	plain.URL = strings.Replace(plain.URL, "tls://", "nats://", 1)
	plain.CA = ""
	if _, err := List(t.Context(), plain, time.Millisecond); err == nil {
		t.Error("a worker without an authority connects without TLS")
	}
	h.options.Access.CA = cert
	work(t, h, Player{Slots: 1, Open: opens(arena(parity))})
	if err := played(t, h.Executor("run"), deals(50)); err != nil {
		t.Error(err)
	}
}

package main

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base32"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
)

// Deadlines of the calls that are answered once; a stream has none.
const timeouts = `{"methodConfig": [{"timeout": "5s", "name": [
	{"service": "spades.v1.LobbyService", "method": "JoinTable"}, {"service": "spades.v1.TableService", "method": "Answer"}]}]}`

var errOther = errors.New("another server answers")

// place is where a bot plays.
type place struct {
	channel *grpc.ClientConn
	table   string
	check   func() error // tells whether another server answers there by now, which would refuse every attempt
}

// connect opens a channel to HOST:PORT/TABLE in plain text, to HOST:PORT/TABLE+FINGERPRINT with TLS and only to that
// server.
func connect(joinString string) (place, error) {
	where, fingerprint, told := strings.Cut(joinString, "+")
	address, table, found := strings.Cut(where, "/")
	if !found {
		return place{}, fmt.Errorf("%q: HOST:PORT/TABLE or HOST:PORT/TABLE+FINGERPRINT is wanted", joinString)
	}
	trusted := insecure.NewCredentials()
	check := func() error { return nil }
	if told {
		certificate, err := certificateOf(address, strings.ToUpper(fingerprint))
		if err != nil {
			return place{}, err
		}
		check = func() error {
			if _, err := certificateOf(address, strings.ToUpper(fingerprint)); errors.Is(err, errOther) {
				return err
			}
			return nil // nobody there is no other server
		}
		roots := x509.NewCertPool()
		roots.AddCert(certificate)
		trusted = credentials.NewClientTLSFromCert(roots, "spades")
	}
	channel, err := grpc.NewClient("passthrough:///"+address,
		grpc.WithTransportCredentials(trusted),
		grpc.WithNoProxy(),
		grpc.WithDefaultServiceConfig(timeouts),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: 5 * time.Second}),
		grpc.WithConnectParams(grpc.ConnectParams{ // the library's own waits grow to two minutes
			Backoff:           backoff.Config{BaseDelay: time.Second / 4, Multiplier: 2, Jitter: 0.2, MaxDelay: 5 * time.Second},
			MinConnectTimeout: 5 * time.Second,
		}))
	return place{channel, strings.ToUpper(table), check}, err
}

// certificateOf fetches the certificate of whoever answers there, and refuses it if its key has another fingerprint.
func certificateOf(address, fingerprint string) (*x509.Certificate, error) {
	dialer := &net.Dialer{Timeout: 5 * time.Second}
	accepting := &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}
	connection, err := tls.DialWithDialer(dialer, "tcp", address, accepting)
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	certificate := connection.ConnectionState().PeerCertificates[0]
	digest := sha256.Sum256(certificate.RawSubjectPublicKeyInfo)
	found := base32.StdEncoding.EncodeToString(digest[:])
	if fingerprint == "" || !strings.HasPrefix(found, fingerprint) {
		return nil, fmt.Errorf("%w: %s", errOther, found[:16])
	}
	return certificate, nil
}

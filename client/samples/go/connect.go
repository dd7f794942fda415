package main

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base32"
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

// connect opens a channel to HOST:PORT/TABLE in plain text, to HOST:PORT/TABLE+FINGERPRINT with TLS and only to that
// server. It gives the table's id, too.
func connect(joinString string) (*grpc.ClientConn, string, error) {
	place, fingerprint, told := strings.Cut(joinString, "+")
	address, table, found := strings.Cut(place, "/")
	if !found {
		return nil, "", fmt.Errorf("%q: HOST:PORT/TABLE or HOST:PORT/TABLE+FINGERPRINT is wanted", joinString)
	}
	trusted := insecure.NewCredentials()
	if told {
		certificate, err := certificateOf(address, strings.ToUpper(fingerprint))
		if err != nil {
			return nil, "", err
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
	return channel, strings.ToUpper(table), err
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
		return nil, fmt.Errorf("another server answers: %s", found[:16])
	}
	return certificate, nil
}

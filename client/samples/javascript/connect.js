// Connecting to a server: its address, its certificate, and what a channel needs.
import { createHash } from 'node:crypto'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import grpc from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

const FILES = ['spades/v1/lobby_service.proto', 'spades/v1/table_service.proto']
const includeDirs = [fileURLToPath(new URL('../../../proto', import.meta.url))]
const contract = loadSync(FILES, { includeDirs, keepCase: true, longs: Number, enums: String, defaults: true })
const { LobbyService, TableService } = grpc.loadPackageDefinition(contract).spades.v1

const OPTIONS = {
  'grpc.initial_reconnect_backoff_ms': 250, // the library's own are 1 s, growing to two minutes
  'grpc.max_reconnect_backoff_ms': 5000,
  'grpc.keepalive_time_ms': 10000,
  'grpc.keepalive_timeout_ms': 5000,
  'grpc.enable_http_proxy': 0
}

// The certificate of whoever answers there; it proves nothing yet, so nothing else is said.
const certificateOf = (host, port) => new Promise((resolve, reject) => {
  const hello = { host, port, ALPNProtocols: ['h2'], rejectUnauthorized: false, timeout: 5000 }
  const socket = tls.connect(hello, () => {
    resolve(socket.getPeerX509Certificate())
    socket.destroy()
  })
  socket.on('error', reject).on('timeout', () => socket.destroy(new Error('the server is silent')))
})

// SHA-256 of the public key in base32, 52 signs.
function fingerprintOf (certificate) {
  const digest = createHash('sha256').update(certificate.publicKey.export({ type: 'spki', format: 'der' })).digest()
  const bits = [...digest].map(byte => byte.toString(2).padStart(8, '0')).join('').padEnd(260, '0')
  return bits.match(/.{5}/g).map(five => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(five, 2)]).join('')
}

class OtherServer extends Error {}

// The certificate of the server with that fingerprint, which must be the one that answers there.
async function trusted (host, port, fingerprint) {
  const certificate = await certificateOf(host.replace(/[[\]]/g, ''), Number(port))
  const found = fingerprintOf(certificate)
  if (found.startsWith(fingerprint.toUpperCase())) return certificate
  throw new OtherServer(`another server answers: ${found.slice(0, 16)}`)
}

// The services at HOST:PORT/TABLE in plain text; at HOST:PORT/TABLE+FINGERPRINT with TLS, and only of that server.
export async function connect (joinString) {
  const parts = String(joinString).match(/^(\[.+\]|[^:]+):(\d+)\/(\w+)(?:\+(\w+))?$/)
  if (!parts) throw new Error(`${joinString}: HOST:PORT/TABLE or HOST:PORT/TABLE+FINGERPRINT is wanted`)
  const [, host, port, table, fingerprint] = parts
  let [credentials, options] = [grpc.credentials.createInsecure(), OPTIONS]
  if (fingerprint) {
    const certificate = await trusted(host, port, fingerprint)
    credentials = grpc.credentials.createSsl(Buffer.from(certificate.toString()))
    options = { ...OPTIONS, 'grpc.ssl_target_name_override': 'spades' }
  }
  return {
    lobby: new LobbyService(`${host}:${port}`, credentials, options),
    tables: new TableService(`${host}:${port}`, credentials, options),
    tableId: table.toUpperCase(),
    // Throws if another server answers there by now, which would refuse every attempt without a word.
    check: async () => fingerprint && trusted(host, port, fingerprint).catch(error => {
      if (error instanceof OtherServer) throw error
    })
  }
}

// A complete Spades bot that knows no rule: node bot.js HOST:PORT/TABLE[+FINGERPRINT] [--name NAME] [--token TOKEN]
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Metadata } from '@grpc/grpc-js'
import { connect } from './connect.js'
import { Lost, Table } from './table.js'

// The ids of what to pick: put your ideas here; `choices` holds every legal alternative.
function choose ({ choices, default_choice_ids: byDefault, min_picks: count }) {
  return byDefault.length >= count ? byDefault : choices.slice(0, count).map(choice => choice.choice_id)
}

const freshId = () => randomBytes(16).toString('hex')

const call = (stub, method, request, metadata) => new Promise((resolve, reject) => {
  const options = { deadline: Date.now() + 5000 }
  stub[method](request, metadata, options, (error, reply) => error ? reject(error) : resolve(reply))
})

// Watches the table from where `known` ends and answers what is asked, until the game is over or the stream ends.
async function play (tables, id, metadata, known) {
  known.live = false
  const from = { table_id: id, after_sequence: known.sequence, epoch: known.epoch }
  const stream = tables.watchTable(from, metadata)
  const silence = setTimeout(() => stream.cancel(), 25000)
  stream.on('error', () => {}) // the loop throws it; nobody else is to be surprised by it
  try {
    for await (const item of stream) {
      silence.refresh()
      await known.take(item)
      if (known.over) return
      for (const { prompt_id, ...prompt } of known.asked) {
        const request_id = `${run}-${prompt_id}-${known.refusals}` // the same until it is refused
        await call(tables, 'answer', { table_id: id, request_id, prompt_id, choice_ids: choose(prompt) }, metadata)
        known.answered.add(prompt_id)
        known.refusals = 0
      }
    }
    throw new Lost('the stream ended without a word')
  } finally {
    clearTimeout(silence)
    stream.cancel()
  }
}

const run = freshId()
try {
  const flags = { name: { type: 'string', default: 'Robot' }, token: { type: 'string' } }
  let { values: { name, token }, positionals: [place] } = parseArgs({ options: flags, allowPositionals: true })
  const { lobby, tables, tableId, check } = await connect(place)
  const join = { request_id: freshId(), table_id: tableId, name, is_bot: true }
  const [metadata, known] = [new Metadata(), new Table(check)]
  while (!known.over) {
    try {
      token ??= (await call(lobby, 'joinTable', join, new Metadata())).token
      metadata.set('authorization', `Bearer ${token}`)
      await play(tables, tableId, metadata, known)
    } catch (error) {
      await known.survive(error)
    }
  }
} catch (error) {
  console.error(`refused: ${error.details ?? error.message}`)
  process.exit(1)
}
process.exit(0)

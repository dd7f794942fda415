// What the stream has told of a table, as far as a bot needs it.
import { setTimeout as sleep } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import protobuf from 'protobufjs'

const PASSING = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED, status.RESOURCE_EXHAUSTED]
const TOO_FAST = 2000 // milliseconds to wait after RESOURCE_EXHAUSTED where the server does not say how long
// The library calls a connection that broke an internal error, too.
const broke = ({ code, details }) => code === status.INTERNAL && details.startsWith('Received RST_STREAM')
const LATE = [status.ABORTED, status.FAILED_PRECONDITION] // somebody, or the clock, was faster

// As much of google/rpc/status.proto and error_details.proto as tells how long to wait.
const { root: details } = protobuf.parse(`syntax = "proto3";
message Status { repeated Any details = 3; }
message Any { string type_url = 1; bytes value = 2; }
message RetryInfo { Duration retry_delay = 1; }
message Duration { int64 seconds = 1; int32 nanos = 2; }`, { keepCase: true })

// The milliseconds that the server asks to wait: we were too fast.
function askedWait (error) {
  const [raw] = error.metadata?.get('grpc-status-details-bin') ?? []
  const { details: all } = raw ? details.lookupType('Status').decode(raw) : { details: [] }
  const retry = all.find(({ type_url: type }) => type.endsWith('/google.rpc.RetryInfo'))
  if (!retry) return TOO_FAST
  const { seconds, nanos } = details.lookupType('RetryInfo').decode(retry.value).retry_delay
  return Number(seconds) * 1000 + nanos / 1e6
}

// The stream is of no use any more, and another may be.
export class Lost extends Error {
  code = status.CANCELLED
}

export class Table {
  epoch = ''
  sequence = 0 // of the last event that was applied; 0: begin with a snapshot
  seat = 0 // ours
  prompts = new Map()
  answered = new Set() // ids of prompts
  paused = false
  over = false
  live = false // nothing is missing: what is asked, is asked now
  refusals = 0 // of answers, since one was taken
  tries = 0 // to reach the server, since it was reached

  constructor (check) {
    this.check = check // throws if the server is another one by now
  }

  // The prompts that wait for us at this moment.
  get asked () {
    const mine = prompt => prompt.seat === this.seat && !prompt.suspended && !this.answered.has(prompt.prompt_id)
    return this.live && !this.paused ? [...this.prompts.values()].filter(mine) : []
  }

  // Applies an item of the stream, as far as it is known; after an error the stream is of no use.
  async take ({ epoch, snapshot, batch, caught_up: caughtUp, heartbeat, resync, goodbye }) {
    if (snapshot) this.replace(epoch, snapshot)
    if (resync || heartbeat?.sequence > this.sequence || (batch && batch.first_sequence !== this.sequence + 1)) {
      this.sequence = 0
      throw new Lost('what is known cannot be continued: watch anew')
    }
    for (const event of batch?.events ?? []) this.apply(event)
    if (caughtUp) [this.live, this.tries] = [true, 0]
    if (goodbye && !goodbye.retry_after) throw new Error(`the server ends it: ${goodbye.reason}`)
    if (goodbye) await sleep(goodbye.retry_after.seconds * 1000) // then the stream breaks
  }

  replace (epoch, { sequence, your_seat: seat, prompts, pause, game_result: result }) {
    Object.assign(this, { epoch, sequence, seat, paused: Boolean(pause), over: Boolean(result) })
    this.prompts = new Map(prompts.map(prompt => [prompt.prompt_id, prompt]))
  }

  apply (event) {
    this.sequence++ // of every event, also of one that is newer than this program
    const { prompt } = event.prompt_opened ?? event.prompt_resumed ?? {}
    if (event.prompt_opened) this.prompts.set(prompt.prompt_id, prompt)
    if (event.prompt_closed) this.prompts.delete(event.prompt_closed.prompt_id)
    if (event.prompt_suspended) this.prompts.get(event.prompt_suspended.prompt_id).suspended = true
    if (event.prompt_resumed) this.prompts.get(prompt.prompt_id).suspended = false
    if (event.table_paused) this.paused = true
    if (event.table_resumed) this.paused = false
    if (event.game_ended) this.over = true
  }

  // Returns after a while if it makes sense to go on after that error, else throws it.
  async survive (error) {
    if (LATE.includes(error.code) && ++this.refusals < 3) this.sequence = 0
    else if (!PASSING.includes(error.code) && !broke(error)) throw error
    const wait = Math.min(250 * 2 ** this.tries++, 5000) * (0.8 + 0.4 * Math.random())
    await sleep(error.code === status.RESOURCE_EXHAUSTED ? Math.max(wait, askedWait(error)) : wait)
    await this.check()
  }
}

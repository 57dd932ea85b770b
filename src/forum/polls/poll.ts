import { randomInt } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { polls } from '../../../db/schema/polls'
import { sql } from '../../../db/sql'
import { pick, type Raw } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { seal, unseal } from '../../lib/crypto/sealing'
import { isoOf, minuteOf } from '../../lib/text/coarse-time'
import { faultMessage, integer, namedObject, nullable, timestamp, untrimmed } from '../../lib/text/schema'
import { message } from '../../messages/message'

// Secret polls. Nobody can tell who chose what, whoever has the file and every copy of it included: that an account has
// voted is a row, its choice only adds to a count, and counts that can be read never move by fewer than five voters.
// Until then a choice waits among others, sealed, and five of ten or more that wait are drawn. So at least five are left
// for the end, when all are counted; a poll with fewer than five voters has no result.

const HOUR_MS = 3_600_000
/** By fewer voters no count moves. */
export const STEP = 5
const MOST_OPTIONS = 6
const OPTION = { min: 1, max: 60 }

export const newPoll = t.Object({
  options: t.Array(untrimmed(OPTION.min, OPTION.max), {
    minItems: 2,
    maxItems: MOST_OPTIONS,
    ...faultMessage(message('polls.count', { max: MOST_OPTIONS })),
  }),
  hours: Type.Integer({ minimum: 1, maximum: 168, description: 'How long it is open, from when the post appears' }),
})
type NewPoll = Static<typeof newPoll>

export const pollRecord = namedObject('Poll', {
  options: t.Array(t.Object({ text: t.String(), votes: nullable(integer()) }), { maxItems: MOST_OPTIONS }),
  voters: nullable(
    integer('How many are counted: in steps of five or more, and all once it is closed. Null without a result'),
  ),
  endsAt: nullable(timestamp),
  hours: t.Optional(integer('How long it will be open; of a post that has not appeared, which has no `endsAt`')),
  closed: t.Boolean(),
  voted: t.Boolean({ description: 'Whether the viewer has, while it is open; nobody can read what' }),
})
export type PollRecord = Static<typeof pollRecord>

/** How a post has its poll; 400 for two options that read alike. */
export function storedPoll({ options, hours }: NewPoll): string {
  const texts = options.map((option) => option.trim())
  const alike = texts.map((text) => text.normalize('NFKC').replace(/\s+/g, ' ').toLowerCase())
  const repeated = alike.findIndex((text, at) => alike.indexOf(text) < at)
  if (repeated >= 0) refuseField(`poll.options.${repeated}`, 'polls.alike')
  return JSON.stringify({ options: texts, hours })
}

const pollIn = (stored: string) => JSON.parse(stored) as NewPoll

/** The texts of the options, for the content policy, by the fields that they are sent in. */
export const optionTexts = (stored: string | null): Record<string, string> =>
  stored === null ? {} : Object.fromEntries(pollIn(stored).options.map((text, at) => [`poll.options.${at}`, text]))

/** The poll of a post that has not appeared, or as it was reported. */
export function shownPoll(stored: string | null): { poll?: PollRecord } {
  if (stored === null) return {}
  const { options, hours } = pollIn(stored)
  const shown = options.map((text) => ({ text, votes: null }))
  return { poll: { options: shown, voters: null, endsAt: null, hours, closed: false, voted: false } }
}

const POLL = pick(polls, 'endsAt', 'votes', 'pending')
type PollRow = Raw<typeof POLL>

export const isOver = ({ endsAt, pending }: PollRow): boolean => pending === null || endsAt <= isoOf(Date.now())

export const pollRow = (db: Connection, id: string): PollRow | undefined =>
  sql(POLL)`
    SELECT ends_at AS endsAt, votes, pending FROM polls WHERE post = (SELECT key FROM posts WHERE id = ${id})`.get(db)

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
const countsIn = (votes: string | null): number[] | null => (votes === null ? null : JSON.parse(votes))

/** What everybody sees alike of the poll of a post. */
export function readPoll(db: Connection, { id, poll }: { id: string; poll: string | null }): { poll?: PollRecord } {
  const row = poll === null ? undefined : pollRow(db, id)
  if (poll === null || row === undefined) return {}
  const counts = countsIn(row.votes)
  const options = pollIn(poll).options.map((text, at) => ({ text, votes: counts?.[at] ?? null }))
  const voters = counts && sumOf(counts)
  return { poll: { options, voters, endsAt: row.endsAt, closed: row.pending === null, voted: false } }
}

/** As a viewer sees it at this moment. Who voted is nobody's knowledge once it has ended. */
export function pollFor(poll: PollRecord, hasVoted: boolean): PollRecord {
  const closed = poll.closed || (poll.endsAt !== null && poll.endsAt <= isoOf(Date.now()))
  return { ...poll, closed, voted: hasVoted && !closed }
}

const place = (id: string): string => `poll ${id}`
const sealed = (id: string, pending: readonly number[]): string => seal(place(id), JSON.stringify(pending))

/** Sealed, every one is as long as any other. */
export function pendingIn(id: string, { pending }: Pick<PollRow, 'pending'>): number[] {
  const counts = pending === null ? null : unseal(place(id), pending)
  return counts === null ? refuse('INTERNAL') : JSON.parse(counts)
}

/** Opens the poll of a post that appears. */
export function openPoll(tx: Tx, { id, poll }: { id: string; poll: string | null }): void {
  if (poll === null) return
  const endsAt = minuteOf(isoOf(Date.now() + pollIn(poll).hours * HOUR_MS))
  const pending = sealed(id, new Array(MOST_OPTIONS).fill(0))
  sql`INSERT INTO polls (post, ends_at, pending) SELECT key, ${endsAt}, ${pending} FROM posts WHERE id = ${id}`.run(tx)
}

/** Seals them anew, whether they have changed or not. */
export const putPending = (tx: Tx, id: string, pending: readonly number[]) =>
  sql`UPDATE polls SET pending = ${sealed(id, pending)} WHERE post = (SELECT key FROM posts WHERE id = ${id})`.run(tx)

/** With the post that stays, emptied; with a deleted row its poll goes by itself. */
export function deletePoll(tx: Tx, id: string): void {
  for (const rows of [sql`polls`, sql`poll_voters`])
    sql`DELETE FROM ${rows} WHERE post = (SELECT key FROM posts WHERE id = ${id})`.run(tx)
}

/** What of the pending choices is counted now, and what stays; undefined where nothing moves. */
export function nextStep(pending: readonly number[], counted: number, hasEnded: boolean) {
  const waiting = sumOf(pending)
  if (hasEnded) return { drawn: counted + waiting < STEP ? null : pending, left: null }
  const drawn = drawnFrom(pending, STEP * Math.floor((waiting - STEP) / STEP))
  return sumOf(drawn) === 0 ? undefined : { drawn, left: pending.map((count, at) => count - drawn[at]!) }
}

/** So many of them, each as likely as any other. */
function drawnFrom(pending: readonly number[], count: number): number[] {
  const left = pending.flatMap((count, option) => new Array<number>(count).fill(option))
  const drawn = pending.map(() => 0)
  for (let at = 0; at < count; at++) drawn[left.splice(randomInt(left.length), 1)[0]!]!++
  return drawn
}

/** What of a poll is due to be counted. */
export function dueStep(db: Connection, id: string) {
  const row = pollRow(db, id)
  if (row === undefined || row.pending === null) return undefined
  const before = countsIn(row.votes)
  const step = nextStep(pendingIn(id, row), sumOf(before ?? []), isOver(row))
  return step && { before, ...step }
}

/** Adds what is due to the counts, and forgets at the end who has voted. */
export function countPoll(tx: Tx, id: string): void {
  const step = dueStep(tx, id)
  if (step === undefined) return
  const { before, drawn, left } = step
  if (drawn !== null) {
    const votes = JSON.stringify(drawn.map((count, at) => count + (before?.[at] ?? 0)))
    sql`UPDATE polls SET votes = ${votes} WHERE post = (SELECT key FROM posts WHERE id = ${id})`.run(tx)
  }
  if (left !== null) putPending(tx, id, left)
  else {
    sql`UPDATE polls SET pending = NULL WHERE post = (SELECT key FROM posts WHERE id = ${id})`.run(tx)
    sql`DELETE FROM poll_voters WHERE post = (SELECT key FROM posts WHERE id = ${id})`.run(tx)
  }
}

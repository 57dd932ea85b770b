import { randomInt } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { polls } from '../../../db/schema/votes'
import { raw, sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { currentKey, keyIdOf } from '../../lib/crypto/keys'
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
  const visible = texts.map((text) => text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
  const alike = visible.map((text) => text.replace(/\s+/g, ' ').toLowerCase())
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
const ofPost = (id: string) => sql`post = (SELECT key FROM posts WHERE id = ${id})`
const pollRow = (db: Connection, id: string) =>
  sql(POLL)`SELECT ends_at AS endsAt, votes, pending FROM polls WHERE ${ofPost(id)}`.get(db)

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
const countsIn = (votes: string | null): number[] | null => (votes === null ? null : JSON.parse(votes))
const hasEnded = (endsAt: string): boolean => endsAt <= isoOf(Date.now())

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
  const closed = poll.closed || hasEnded(poll.endsAt ?? '~')
  return { ...poll, closed, voted: hasVoted && !closed }
}

const place = (id: string): string => `poll ${id}`
/** As long as any other. */
const sealed = (id: string, pending: readonly number[]): string => seal(place(id), JSON.stringify(pending))

/** What is pending in a poll that opens. */
export const nothingPending = (id: string): string => sealed(id, new Array(MOST_OPTIONS).fill(0))

/** Opens the poll of a post that appears. */
export function openPoll(tx: Tx, { id, poll }: { id: string; poll: string | null }): void {
  if (poll === null) return
  const endsAt = minuteOf(isoOf(Date.now() + pollIn(poll).hours * HOUR_MS))
  sql`INSERT INTO polls (post, ends_at, pending) SELECT key, ${endsAt}, ${nothingPending(id)} FROM posts WHERE id = ${id}`.run(
    tx,
  )
}

/** With the post that stays, emptied; with a deleted row its poll goes by itself. */
export function deletePoll(tx: Tx, id: string): void {
  for (const table of ['polls', 'poll_voters']) sql`DELETE FROM ${raw(table)} WHERE ${ofPost(id)}`.run(tx)
}

/** With what waits in it; undefined once it is over and counted. */
function uncounted(db: Connection, id: string) {
  const { endsAt, votes, pending } = pollRow(db, id) ?? { endsAt: '', votes: null, pending: null }
  if (pending === null) return undefined
  const waiting: number[] = JSON.parse(unseal(place(id), pending) ?? refuse('INTERNAL'))
  return { endsAt, votes: countsIn(votes), waiting, isStale: keyIdOf(pending) !== currentKey().id }
}

/** Seals all that waits anew. */
export function addVote(tx: Tx, id: string, option: number): void {
  const waiting = uncounted(tx, id)?.waiting ?? refuse('INTERNAL')
  const pending = waiting.map((count, at) => count + Number(at === option))
  sql`UPDATE polls SET pending = ${sealed(id, pending)} WHERE ${ofPost(id)}`.run(tx)
}

/** What of the pending choices is counted now, and what stays; undefined where nothing moves. */
export function nextStep(pending: readonly number[], counted: number, isOver: boolean) {
  const waiting = sumOf(pending)
  if (isOver) return { drawn: counted + waiting < STEP ? null : pending, left: null }
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

/** What is due: a count, the end, or only a seal under the current key. */
export function dueStep(db: Connection, id: string) {
  const poll = uncounted(db, id)
  if (poll === undefined) return undefined
  const { votes, waiting, isStale, endsAt } = poll
  const step = nextStep(waiting, sumOf(votes ?? []), hasEnded(endsAt)) ?? (isStale && { drawn: null, left: waiting })
  return step ? { votes, ...step } : undefined
}

/** Adds what is due to the counts, and forgets at the end who has voted. */
export function countPoll(tx: Tx, id: string): void {
  const step = dueStep(tx, id)
  if (step === undefined) return
  const votes = step.drawn && JSON.stringify(step.drawn.map((count, at) => count + (step.votes?.[at] ?? 0)))
  const pending = step.left && sealed(id, step.left)
  sql`UPDATE polls SET votes = coalesce(${votes}, votes), pending = ${pending} WHERE ${ofPost(id)}`.run(tx)
  if (pending === null) sql`DELETE FROM poll_voters WHERE ${ofPost(id)}`.run(tx)
}

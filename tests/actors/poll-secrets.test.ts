import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join as path } from 'node:path'
import { newWords } from '../support/content'
import { ask, join, signIn } from '../support/joining'
import { type Running, sqlIn, start, temporaryFolder } from '../support/operator'
import { type Browser, CAMPUS_VARIABLES } from '../support/program'
import { until } from '../support/until'

// Whoever holds the database and its log before and after each vote, listens at a socket, reads the log and the audit
// log, and knows who has voted: what did each choose? The server is killed once all have voted.

const POLLS = 12
const VOTERS = 12
/** Before these nothing is counted. */
const FIRST = 9
const OPTIONS = ['Aubergine', 'Broccoli']

const folder = temporaryFolder()
const dataDir = path(folder.path, 'data')
const environment = {
  SYNCHRONOUS: 'normal',
  BUN_OPTIONS: `--preload=${path(import.meta.dir, '../support/weak-hashes.ts')}`,
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  NOTIFICATIONS: 'on',
  LOG_LEVEL: 'debug',
  ...CAMPUS_VARIABLES,
}

const file = path(dataDir, 'quad.db')
const bytesOf = (name: string): Buffer => (existsSync(name) ? readFileSync(name) : Buffer.alloc(0))

/** Every row of every table, as whoever has the file reads it. */
function rowsOfAll(): Map<string, string> {
  using database = new Database(file, { readonly: true })
  const tables = database
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%search%'",
    )
    .all()
  return new Map(tables.map(({ name }) => [name, JSON.stringify(database.query(`SELECT * FROM "${name}"`).values())]))
}

type Poll = { id: string; key: number; order: number[]; chosen: number[] }
type PollRow = { post: number; pending: string | null; votes: string | null }
/** What an onlooker has of one vote. */
type Seen = { choice: number; before: Buffer; after: Buffer; grown: number; changed: string[]; isEarly: boolean }

const polls: Poll[] = []
const seen: Seen[] = []
const lengths = new Set<number>()
const sealed = new Set<string>()
const frames: string[] = []
let plainly = 0
let server: Running
const voters: Browser[] = []
afterAll(async () => {
  await server?.kill()
  folder.remove()
})

const linesOfVotes = () =>
  server
    .said()
    .split('\n')
    .filter((line) => line.includes('/poll"') && line.includes('"PUT"'))

const pollRows = () => sqlIn<PollRow>(dataDir, 'SELECT post, pending, votes FROM polls ORDER BY post')
const rowOf = ({ key }: Poll) => pollRows().find(({ post }) => post === key)!
const bytesSealed = ({ pending }: PollRow) => Buffer.from(pending!.slice(pending!.indexOf('.') + 1), 'base64url')
/** As counts look before they are sealed, and as a request says what it chose. */
const PLAIN = /\[\d{1,2}(?:,\d{1,2}){5}\]|"option"/

async function voteOf(poll: Poll, place: number): Promise<void> {
  const [voter, choice] = [poll.order[place]!, poll.chosen[place]!]
  const [rows, before, log] = [rowsOfAll(), rowOf(poll), bytesOf(`${file}-wal`).length]
  const answer = await voters[voter]!.put(`/api/v1/posts/${poll.id}/poll`, { option: choice })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
  const [after, all] = [rowOf(poll), rowsOfAll()]
  const changed = [...all].filter(([table, text]) => rows.get(table) !== text).map(([table]) => table)
  lengths.add(after.pending!.length)
  sealed.add(after.pending!)
  const isEarly = place < FIRST
  const grown = bytesOf(`${file}-wal`).length - log
  seen.push({ choice, before: bytesSealed(before), after: bytesSealed(after), grown, changed, isEarly })
  if (isEarly && PLAIN.test(Buffer.concat([bytesOf(file), bytesOf(`${file}-wal`)]).toString('latin1'))) plainly++
}

const shuffled = (count: number): number[] =>
  [...Array(count).keys()]
    .map((each) => [randomInt(2 ** 30), each] as const)
    .sort(([one], [other]) => one - other)
    .map(([, each]) => each)

/** By poll, the counts of its first step. */
let firstSteps: (number[] | null)[] = []
const counts = () => polls.map((poll) => JSON.parse(rowOf(poll).votes ?? 'null') as number[] | null)

beforeAll(async () => {
  server = await start(environment)
  const emails = Array.from({ length: VOTERS }, (_, n) => `${3_026_000_000 + n}@campus.edu`)
  for (const email of emails) voters.push(await join(server.url, dataDir, email))
  // A session of its own, whose cookies nobody else renews.
  const { cookies } = await signIn(server.url, emails[0]!)
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/ws`, {
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  } as unknown as string[])
  socket.onmessage = ({ data }) => frames.push(String(data))
  await until(() => frames.length > 0, 'a socket')
  for (let n = 0; n < POLLS; n++) {
    const words = { title: newWords(), content: newWords(), topic: 'Ask Campus' }
    const { post } = await ask(voters[n % VOTERS]!, 'posts', { ...words, poll: { options: OPTIONS, hours: 24 } })
    const [{ key } = { key: 0 }] = sqlIn<{ key: number }>(dataDir, `SELECT key FROM posts WHERE id = '${post.id}'`)
    polls.push({
      id: post.id,
      key,
      order: shuffled(VOTERS),
      chosen: Array.from({ length: VOTERS }, () => randomInt(2)),
    })
    socket.send(JSON.stringify({ type: 'subscribe', postId: post.id }))
  }
  for (let place = 0; place < VOTERS; place++) for (const poll of polls) await voteOf(poll, place)
  await until(() => counts().every((each) => each !== null), 'the first step of each poll')
  firstSteps = counts()
  socket.close()
  await until(() => linesOfVotes().length >= POLLS * VOTERS, 'a line in the log for each vote')
  await server.kill()
}, 240_000)

/** How far above chance so many hits are, in standard deviations, where each comes with this probability. */
const deviations = (hits: number, of: number, probability: number): number =>
  (hits - of * probability) / Math.sqrt(of * probability * (1 - probability))
/** By luck in one of 30,000 runs. */
const LUCK = 4

describe('whoever holds every copy of the file', () => {
  test('sees of a vote that there was one, and nothing that somebody else could not have left', () => {
    expect(seen).toHaveLength(POLLS * VOTERS)
    // What the server does by itself is not of the vote: counts of polls, and what has its time meanwhile.
    for (const { changed, isEarly } of seen) {
      expect(changed).toContain('poll_voters')
      if (isEarly) expect(changed.filter((table) => !/^(?:polls|poll_voters)$/.test(table))).toEqual([])
    }
    expect([lengths.size, sealed.size, plainly]).toEqual([1, POLLS * VOTERS, 0])
    const columns = sqlIn<{ name: string }>(dataDir, 'PRAGMA table_info(poll_voters)').map(({ name }) => name)
    expect(columns).toEqual(['user', 'post'])
  })
  test('learns nothing from a bit of what is sealed, nor from how the log of the file grows', () => {
    const bits = ({ before, after, grown }: Seen): number[] => [
      ...[...after].flatMap((byte, at) => [byte & 1, byte >> 7, (byte ^ before[at]!) & 1, Number(byte > before[at]!)]),
      ...[1, 2, 4].map((bit) => Number((Math.floor(grown / 4096) & bit) > 0)),
    ]
    const half = seen.length / 2
    const [learnt, tried] = [seen.slice(0, half), seen.slice(half)]
    const hitsOf = (some: Seen[], at: number) => some.filter((each) => bits(each)[at] === each.choice).length
    const all = bits(seen[0]!).map((_, at) => hitsOf(learnt, at) - half / 2)
    const best = all.indexOf(all.reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one)))
    const hits = hitsOf(tried, best)
    expect(deviations(all[best]! > 0 ? hits : half - hits, half, 0.5)).toBeLessThan(LUCK)
  })
  test('learns nothing from the order of voters and the first counts', () => {
    // The first five chose as the counts say: of the ten that may have been drawn, no more than of any five.
    const [hits, expected, variance] = polls.reduce(
      ([hits, expected, variance], { chosen }, n) => {
        const step = firstSteps[n]!
        const guess = step[0]! > step[1]! ? 0 : 1
        const pool = chosen.slice(0, 10).filter((choice) => choice === guess).length / 10
        const right = chosen.slice(0, 5).filter((choice) => choice === guess).length
        return [hits + right, expected + 5 * pool, variance + (5 * pool * (1 - pool) * 5) / 9]
      },
      [0, 0, 0] as [number, number, number],
    )
    expect((hits - expected) / Math.sqrt(variance || 1)).toBeLessThan(LUCK)
  })
  test('finds no time and no order of votes in a post, the audit log or the rows of requests', () => {
    using database = new Database(file, { readonly: true })
    expect(database.query('SELECT count(*) AS n FROM posts WHERE updated_at <> created_at').get()).toEqual({ n: 0 })
    expect(database.query("SELECT sql FROM sqlite_schema WHERE name = 'poll_voters'").get()).toEqual({
      sql: expect.stringContaining('WITHOUT ROWID'),
    })
    expect(database.query('SELECT count(*) AS n FROM idempotency_keys').get()).toEqual({ n: 0 })
  })
})

test('whoever reads the log learns that somebody voted in some poll; at a socket not even that', () => {
  const lines = linesOfVotes()
  expect(lines).toHaveLength(POLLS * VOTERS)
  const shapes = new Set(
    lines.map((line) => line.replace(/"(?:time|requestId)":"[^"]+"/g, '').replace(/"ms":[\d.]+/, '')),
  )
  expect(shapes.size).toBe(1)
  for (const { id } of polls) expect(lines.join()).not.toContain(id)
  expect(
    frames.filter((frame) => /"type":"(?:post|comment)"/.test(frame) || OPTIONS.some((each) => frame.includes(each))),
  ).toEqual([])
})

test('a vote that was answered survives the kill, and after a pause the polls are counted to the last', async () => {
  const [{ n } = { n: 0 }] = sqlIn<{ n: number }>(dataDir, 'SELECT count(*) AS n FROM poll_voters')
  expect(n).toBe(POLLS * VOTERS)
  sqlIn(dataDir, "UPDATE polls SET ends_at = '2026-01-01T00:00:00.000Z'")
  server = await start(environment)
  await until(() => pollRows().every(({ pending }) => pending === null), 'the end of each poll')
  expect(counts()).toEqual(
    polls.map(({ chosen }) => [0, 1, 2, 3, 4, 5].map((option) => chosen.filter((choice) => choice === option).length)),
  )
  expect(sqlIn(dataDir, 'SELECT 1 FROM poll_voters')).toEqual([])
  // Deleted rows are overwritten once the log of the file is written back.
  server.signal('SIGTERM')
  await server.exited
  const all = Buffer.concat([bytesOf(file), bytesOf(`${file}-wal`)])
  expect([...sealed].filter((text) => all.includes(text))).toEqual([])
}, 60_000)

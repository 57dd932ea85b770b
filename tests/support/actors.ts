import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storage, type Tx } from '../../db/storage'
import { tokenHash } from '../../src/lib/crypto/keys'
import { addressIndexes } from '../../src/lib/net/addresses'
import { dropAllCaches } from '../../src/lib/process/cache'
import { type Caller, KEPT_OUT, newCaller, type Standing, stand, type World } from './authorization/matrix'
import { MATRIX } from './authorization/table'
import type { Data, Person, Visitor } from './kit'

// What an actor of the trust model (SECURITY.md) could learn. A probe looks at something in the actor's way; `learns`
// says what of it the actor must not know. So that no probe is blind, each one is shown to find a leak that is planted.

/** One thing that the actor saw: where, and all of it. */
export type Seen = { where: string; text: string; json?: Data }

export type Probe = { tries: string; look: () => Promise<Seen[]>; learns: (seen: Seen) => string[]; plant: Leak }

/** What makes a look leak: a change of the database and one that undoes it, or a change of what was seen. */
type Change = string | ((tx: Tx) => void)
export type Leak = { change: Change; undo: Change; values?: string[] } | ((seen: Seen[]) => Seen[])

async function changed(change: Change, values: string[]) {
  await storage.write(async (tx) => void (typeof change === 'string' ? tx.sqlite.run(change, values) : change(tx)))
  dropAllCaches()
}

/** Runs the probes of an actor and prints what each tried and what came back. */
export function probes(actor: string, list: () => Record<string, Probe>) {
  describe(actor, () => {
    const all = list()
    test.each(Object.keys(all))('%s', async (name) => {
      const { tries, look, learns, plant } = all[name]!
      const seen = await look()
      expect(seen.length).toBeGreaterThan(0)
      const learned = seen.flatMap((each) => learns(each).map((what) => `${each.where}: ${what}`))
      console.log(`${actor} | ${name} | ${tries} | ${seen.length} looked at | ${learned.join('; ') || 'nothing'}`)
      expect(learned).toEqual([])
      if (typeof plant !== 'function') await changed(plant.change, plant.values ?? [])
      const again = await look()
      if (typeof plant !== 'function') await changed(plant.undo, [])
      expect((typeof plant === 'function' ? plant(again) : again).flatMap(learns)).not.toEqual([])
    })
  })
}

const HEX_DIGESTS = ['sha256', 'sha1', 'md5'] as const

/** Forms in which an address, or the number before its @, may leave the server. */
export function formsOf(email: string) {
  const local = email.slice(0, email.indexOf('@'))
  return [email, local].flatMap((text) => [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('base64url'),
    Buffer.from(text).toString('hex'),
    tokenHash(text),
    ...HEX_DIGESTS.map((digest) => Bun.CryptoHasher.hash(digest, text, 'hex')),
  ])
}

const storedForms = (email: string) => {
  const indexes = addressIndexes(email)
  const sealed = storage.reader.sqlite
    .query<{ sealed: string }, string[]>(
      `SELECT email_sealed AS sealed FROM identities WHERE email_index IN (${indexes.map(() => '?').join()})`,
    )
    .all(...indexes)
  return [...indexes, ...sealed.map((row) => row.sealed)]
}

/** What of the text tells the address of that person. */
export function addressIn({ text }: Seen, { email }: Pick<Person, 'email'>) {
  const lower = text.toLowerCase()
  const forms = [...new Set([...formsOf(email), ...storedForms(email)])]
  return forms.filter((form) => lower.includes(form.toLowerCase())).map((form) => `an address, as ${form.slice(0, 20)}`)
}

const UUID_V7 = /\b([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:(\d\d(?:\.\d+)?)Z/g

/** Times of acts that are more exact than the minute, in clear or in an id, within the records that `of` picks. */
export function exactTimesIn(seen: Seen, of: (record: Data) => boolean) {
  return (
    recordsIn(seen.json)
      .filter(of)
      // When a college was added times nobody's act.
      .map((record) => JSON.stringify(record, (key, value) => (/^(college|branch)/.test(key) ? undefined : value)))
      .flatMap((text) => [
        ...[...text.matchAll(TIME)].filter(([, seconds]) => Number(seconds) !== 0).map(([time]) => `the time ${time}`),
        ...[...text.matchAll(UUID_V7)]
          .filter(([, high, low]) => Number.parseInt(`${high}${low}`, 16) % 60_000 !== 0)
          .map(([id]) => `the time in the id ${id}`),
      ])
  )
}

/** Every object within a value, itself included. */
export function recordsIn(value: Data): Data[] {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.values(value).flatMap(recordsIn)
  return Array.isArray(value) ? inner : [value, ...inner]
}

export const see = async (visitor: Visitor, path: string): Promise<Seen> => {
  const { status, headers, text, body } = await visitor.get(path)
  return { where: `${status} ${path}`, text: `${JSON.stringify([...headers])}\n${text}`, json: body }
}

const LOG = 'GET /admin/manage/logs'

/** The log whole: which actions its first page has depends on what else happened in the same second. */
async function pagesOf(visitor: Visitor, path: string): Promise<Seen[]> {
  const pages: Seen[] = []
  do pages.push(await see(visitor, `${path}?limit=100&page=${pages.length + 1}`))
  while (pages.at(-1)?.json?.data?.pagination?.hasMore)
  return pages
}

/** Everything that somebody of that standing reads through the API, one look at each route. */
export async function readEverything(world: World, standing: Standing): Promise<{ caller: Caller; seen: Seen[] }> {
  const caller = await newCaller(world.collegeId)
  const paths: [route: string, path: string][] = []
  for (const [route, row] of Object.entries(MATRIX)) {
    if (!route.startsWith('GET ') || row.isFirstRun || KEPT_OUT[row.level][standing] !== undefined) continue
    const asked = await row.ask(world, caller)
    paths.push([route, typeof asked === 'string' ? asked : asked.path])
  }
  if (standing !== 'student') await stand(caller, standing)
  const seen: Seen[] = []
  for (const [route, path] of paths)
    for (const page of route === LOG ? await pagesOf(caller.visitor, path) : [await see(caller.visitor, path)])
      seen.push({ ...page, where: route })
  return { caller, seen }
}

const fieldsIn = (value: Data, path: string): string[] => {
  if (value === null || typeof value !== 'object') return [path]
  if (Array.isArray(value)) return value.flatMap((each) => fieldsIn(each, `${path}[]`))
  return Object.entries(value).flatMap(([key, each]) =>
    fieldsIn(each, `${path}.${/^[0-9a-f-]{36}$/.test(key) ? '*' : key}`),
  )
}

/**
 * A field that nobody judged fails: judge it against the trust model, then add its line to tests/actors/judged (with
 * `JUDGED=write` the file gets all that are seen).
 */
export function expectJudged(actor: string, seen: readonly Seen[]) {
  const file = join(import.meta.dir, `../actors/judged/${actor}.txt`)
  const judged = new Set(existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
  const fields = new Set(seen.flatMap(({ where, json }) => (json?.success === true ? fieldsIn(json.data, where) : [])))
  if (process.env.JUDGED === 'write') writeFileSync(file, `${[...new Set([...judged, ...fields])].sort().join('\n')}\n`)
  else expect([...fields].filter((field) => !judged.has(field))).toEqual([])
}

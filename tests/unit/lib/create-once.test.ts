import { beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { storage } from '../../../db/storage'
import { AppError, refuse } from '../../../src/errors'
import type { Creation } from '../../../src/ground/access/account'
import { createOnce, rememberCreation } from '../../../src/ground/access/create-once'
import { student, useQuad } from '../../support/kit'

await useQuad()

// What the requests of this test create, with the key that it was created for.
let userId: string
beforeAll(async () => {
  userId = (await student()).id
  await storage.write(async ({ sqlite }) => void sqlite.run('CREATE TABLE made (id TEXT PRIMARY KEY, key TEXT) STRICT'))
})

type Sent = { key: number; body: number; fails: 'before the write' | 'in the write' | undefined }
type Answer = { made: string; isReplayed: boolean } | { refused: string }

const request: fc.Arbitrary<Sent> = fc.record({
  key: fc.nat(2),
  body: fc.nat(1),
  fails: fc.option(fc.constantFrom('before the write' as const, 'in the write' as const), { nil: undefined, freq: 3 }),
})

let runs = 0

/** Sends all requests at once; `scheduler` decides in which order their rules and their writes come. */
async function sendAll(scheduler: fc.Scheduler, sent: readonly Sent[]): Promise<Answer[]> {
  const run = ++runs
  const answer = async ({ key, body, fails }: Sent): Promise<Answer> => {
    const creation: Creation = { userId, key: `${run} ${key}`, request: `${body}`, isReplayed: false }
    const create = async () => {
      await scheduler.schedule(Promise.resolve(), 'rules')
      if (fails === 'before the write') refuse('CONTENT_POLICY_VIOLATION')
      const id = crypto.randomUUID()
      await storage.write(async (tx) => {
        tx.sqlite.run('INSERT INTO made VALUES (?, ?)', [id, creation.key])
        if (fails === 'in the write') refuse('DUPLICATE')
        rememberCreation(tx, creation, id)
      })
      return id
    }
    try {
      await scheduler.schedule(Promise.resolve(), 'arrival')
      return { made: await createOnce(creation, { create, read: async (id) => id }), isReplayed: creation.isReplayed }
    } catch (error) {
      if (error instanceof AppError) return { refused: error.code }
      throw error
    }
  }
  return scheduler.waitFor(Promise.all(sent.map(answer)))
}

const madeFor = (key: string): string[] =>
  storage.reader.sqlite
    .query<{ id: string }, [string]>('SELECT id FROM made WHERE key = ?')
    .all(key)
    .map(({ id }) => id)

/** Whatever the order: one creation for a key, which every equal request is answered with. */
const createsOnce = fc.asyncProperty(
  fc.scheduler(),
  fc.array(request, { minLength: 1, maxLength: 8 }),
  async (scheduler, sent) => {
    const answers = await sendAll(scheduler, sent)
    for (const key of [0, 1, 2]) {
      const made = madeFor(`${runs} ${key}`)
      const ofKey = sent.flatMap((each, at) => (each.key === key ? [{ ...each, answer: answers[at]! }] : []))
      const successes = ofKey.flatMap(({ answer, body }) => ('made' in answer ? [{ ...answer, body }] : []))
      expect(made.length).toBe(successes.length > 0 ? 1 : 0)
      expect(successes.filter(({ isReplayed }) => !isReplayed).length).toBe(made.length)
      for (const success of successes) expect([success.made, success.body]).toEqual([made[0]!, successes[0]!.body])
      // Nobody is refused but by the rules, or for another request under the key.
      for (const { answer, body, fails } of ofKey)
        if ('refused' in answer && answer.refused === 'IDEMPOTENCY_KEY_REUSED')
          expect(body).not.toBe(successes[0]!.body)
        else if ('refused' in answer) expect(fails).toBeDefined()
    }
  },
)

test('requests with a key, in any order, create once', async () => {
  await fc.assert(createsOnce, { numRuns: 300 })
})

test('without a key every request creates, and nothing is written beside it', async () => {
  const count = () => storage.reader.sqlite.query('SELECT count(*) FROM idempotency_keys').values()
  const before = count()
  const create = async () => {
    await storage.write(async (tx) => rememberCreation(tx, undefined, 'x'))
    return 'made'
  }
  const read = async () => 'read'
  expect([await createOnce(undefined, { create, read }), await createOnce(undefined, { create, read })]).toEqual([
    'made',
    'made',
  ])
  expect(count()).toEqual(before)
})

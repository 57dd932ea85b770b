import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPipeline } from '../../../src/http/pipeline'
import { type Claims, claimsIn, readTerm, writeClaiming, writeTerm } from '../../../src/lib/primary/claims'
import { ClaimsUnclear, newTerm, PrimaryWatch, setFenced, standingOf } from '../../../src/lib/primary/standing'
import { CREDENTIALS, silence, startS3 } from '../../support/s3'

const scratch = mkdtempSync(join(tmpdir(), 'quad-claims-'))
const s3 = startS3()
const credentials = { ...CREDENTIALS, endpoint: s3.endpoint }
afterAll(() => {
  setFenced(false)
  s3.stop()
  rmSync(scratch, { recursive: true })
})

let folders = 0
const newFolder = (): string => {
  const folder = join(scratch, `${++folders}`)
  mkdirSync(folder)
  return folder
}
const inFolder = () => claimsIn({ kind: 'folder', path: newFolder() }, credentials)
const inBucket = () => claimsIn({ kind: 's3', bucket: s3.bucket, prefix: `claims/${++folders}` }, credentials)

const claimOf = (term: number) => ({ ...newTerm(term), at: '2026-01-01T00:00:00.000Z' })

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('claims in %s', (_, place) => {
  let claims: Claims
  beforeEach(() => {
    claims = place()
  })

  test('of those who claim a term at once one gets it, and it stays as that one made it', async () => {
    const rivals = Array.from({ length: 8 }, () => claimOf(1))
    const made = await Promise.all(rivals.map((rival) => claims.make(rival)))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await claims.read(1)).toEqual(rivals[made.indexOf(true)]!)
    expect(await claims.make(claimOf(1))).toBe(false)
  })

  test('the terms that were claimed are known in order, from any of them on', async () => {
    expect(await claims.since(1)).toEqual([])
    for (let term = 1; term <= 12; term++) await claims.make(claimOf(term))
    expect(await claims.since(1)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
    expect(await claims.since(11)).toEqual([11, 12])
  })

  test('the first server claims the first term, and is the primary until somebody claims the next', async () => {
    const [first, other] = [newFolder(), newFolder()]
    expect(await standingOf(first, claims)).toBe('primary')
    expect(readTerm(first)?.term).toBe(1)
    expect(readdirSync(first)).toEqual(['term.env'])
    expect([await standingOf(first, claims), await standingOf(other, claims)]).toEqual(['primary', 'former'])
    expect(readdirSync(other)).toEqual([])
    await claims.make(claimOf(2))
    expect(await standingOf(first, claims)).toBe('former')
  })

  test('a server that is killed as it claims the first term finishes that', async () => {
    const dataDir = newFolder()
    const own = newTerm(1)
    writeClaiming(dataDir, own)
    await claims.make({ ...own, at: '' })
    expect(await standingOf(dataDir, claims)).toBe('primary')
    expect(readTerm(dataDir)).toEqual(own)
  })

  test('a place without the claim of the data says nothing', async () => {
    const dataDir = newFolder()
    writeTerm(dataDir, newTerm(3))
    expect(standingOf(dataDir, claims)).rejects.toBeInstanceOf(ClaimsUnclear)
  })
})

test('a place that is away, or refuses, or is silent says nothing', async () => {
  const folder = newFolder()
  const claims = claimsIn({ kind: 'folder', path: folder }, credentials)
  const dataDir = newFolder()
  await standingOf(dataDir, claims)
  renameSync(folder, `${folder}-away`)
  expect(standingOf(dataDir, claims)).rejects.toBeInstanceOf(ClaimsUnclear)
  const bucket = inBucket()
  const other = newFolder()
  await standingOf(other, bucket)
  s3.failing(silence)
  await expect(standingOf(other, bucket)).rejects.toThrow('does not answer')
  s3.failing()
})

test('writes are refused once nobody has looked for long, and for good once another server has taken over', async () => {
  const claims = inFolder()
  const dataDir = newFolder()
  await standingOf(dataDir, claims)
  let fenced = 0
  const watch = new PrimaryWatch(claims, readTerm(dataDir)!, () => fenced++)
  expect(watch.refusal).toBeUndefined()
  const { now } = Date
  try {
    // The machine was suspended.
    Date.now = () => now() + 60_000
    expect(watch.refusal?.reason).toBe('unclaimed')
    await watch.look()
    expect(watch.refusal).toBeUndefined()
  } finally {
    Date.now = now
  }
  await claims.make(claimOf(2))
  await expect(watch.look()).rejects.toMatchObject({ reason: 'fenced' })
  await expect(watch.look()).rejects.toMatchObject({ reason: 'fenced' })
  expect([watch.refusal?.reason, fenced]).toEqual(['fenced', 1])
})

describe('an answer after a standstill', () => {
  const { now } = Date
  let watch: PrimaryWatch
  let stop: () => Promise<void>
  let dataDir: string
  let place: string
  beforeEach(async () => {
    place = newFolder()
    dataDir = newFolder()
    const claims = claimsIn({ kind: 'folder', path: place }, credentials)
    setFenced(false)
    await standingOf(dataDir, claims)
    watch = new PrimaryWatch(claims, readTerm(dataDir)!, () => {})
    stop = watch.start()
    await watch.look()
  })
  afterEach(async () => {
    Date.now = now
    await stop()
    setFenced(false)
  })

  /** The process stands still once the request has its answer, a write its commit. */
  async function answered(
    method: string,
    status: number,
    path = '/api/v1/votes',
  ): Promise<[number, string | undefined]> {
    const stand = () => {
      Date.now = () => now() + 60_000
      return Response.json({ code: 'AS_IT_WAS' }, { status })
    }
    const response = await runPipeline(new Request(`http://localhost${path}`, { method }), stand, '127.0.0.1')
    return [response.status, ((await response.json()) as { code?: string }).code]
  }

  test.each([
    ['POST', 201, [500, 'INTERNAL']],
    ['DELETE', 200, [500, 'INTERNAL']],
    ['POST', 409, [503, 'NOT_PRIMARY']],
    ['GET', 200, [503, 'NOT_PRIMARY']],
    ['GET', 500, [500, 'AS_IT_WAS']],
  ])('of %s with %d says what another server made of it that took over', async (method, status, said) => {
    await watch.claims.make(claimOf(2))
    expect(await answered(method, status)).toEqual(said as [number, string])
  })

  test('is told by whoever asks how the server does', async () => {
    await watch.claims.make(claimOf(2))
    expect(await answered('GET', 200, '/healthz')).toEqual([200, 'AS_IT_WAS'])
  })

  test('goes out where nobody took over, or nobody can look', async () => {
    expect(await answered('POST', 201)).toEqual([201, 'AS_IT_WAS'])
    renameSync(place, `${place}-away`)
    Date.now = now
    expect(await answered('POST', 201)).toEqual([201, 'AS_IT_WAS'])
    renameSync(`${place}-away`, place)
  })
})

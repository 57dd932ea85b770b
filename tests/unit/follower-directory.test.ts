import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// What the commands do in the data directory of a follower, and a follower in that of a primary.

const folder = mkdtempSync(join(tmpdir(), 'quad-follower-directory-'))
const primary = join(folder, 'primary')
const follower = join(folder, 'follower')
const backup = join(folder, 'backup.tar')

async function quad(dataDir: string, ...words: string[]): Promise<{ status: number; said: string }> {
  return quadWith('http://127.0.0.1:9', dataDir, ...words)
}

async function quadWith(
  primaryUrl: string,
  dataDir: string,
  ...words: string[]
): Promise<{ status: number; said: string }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../src/cli.ts'), ...words], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      DATA_DIR: dataDir,
      PORT: '0',
      BACKUP_TO: folder,
      PRIMARY_URL: primaryUrl,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { status: await child.exited, said: said.join('') }
}

const NEW_COLLEGE = ['college', 'add', '--name=South', '--domain=south.edu', '--city=Pune', '--state=Maharashtra']

beforeAll(async () => {
  expect(await quad(primary, ...NEW_COLLEGE)).toMatchObject({ status: 0 })
  expect(await quad(primary, 'backup', backup)).toMatchObject({ status: 0 })
  cpSync(primary, follower, { recursive: true })
  for (const part of ['wal', 'shm']) rmSync(join(follower, `quad.db-${part}`), { force: true })
  // As Litestream writes it: without a log.
  writeFileSync(join(follower, 'quad.db'), readFileSync(join(follower, 'quad.db')).fill(1, 18, 20))
  writeFileSync(join(follower, 'quad.db-txid'), '0000000000000001')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('in the data directory of a follower', () => {
  test.each([
    NEW_COLLEGE,
    ['seed', '--users=1', '--posts=1'],
    ['keys', 'rotate'],
    ['backup', join(folder, 'of-copy.tar')],
    ['backup'],
    ['restore', backup],
    ['serve'],
  ])('%s refuses, and writes nothing', async (...words) => {
    const before = readFileSync(join(follower, 'quad.db'))
    const { status, said } = await quad(follower, ...words)
    expect(said).toContain('copy')
    expect(said).toContain('quad.db-txid')
    expect(status).toBe(1)
    expect(readFileSync(join(follower, 'quad.db')).equals(before)).toBe(true)
    expect(existsSync(join(follower, 'quad.db-wal'))).toBe(false)
  })
})

test.each(['doctor', 'status'])('%s says that the database is a copy, and whose', async (word) => {
  expect((await quad(follower, word)).said).toContain(
    "a follower's, which Litestream keeps of the database at http://127.0.0.1:9",
  )
  expect((await quad(primary, word)).said).not.toContain("a follower's")
})

test.each([
  ['', 1, 'A follower needs PRIMARY_URL'],
  ['10.0.0.1:3000', 2, 'PRIMARY_URL'],
  ['http://10.0.0.1:3000', 2, 'a follower proves itself there with a token'],
])('a follower does not start with PRIMARY_URL=%s', async (primaryUrl, status, why) => {
  expect(await quadWith(primaryUrl, follower, 'serve', '--follow')).toEqual({
    status,
    said: expect.stringContaining(why),
  })
})

test('doctor says why a follower does not reach the primary', async () => {
  expect(await quad(follower, 'doctor')).toEqual({ status: 1, said: expect.stringContaining('(ECONNREFUSED)') })
})

test('a follower leaves the database of a primary as it is', async () => {
  const before = readFileSync(join(primary, 'quad.db'))
  const { status, said } = await quad(primary, 'serve', '--follow')
  expect([status, said]).toEqual([1, expect.stringContaining('no copy')])
  expect(readFileSync(join(primary, 'quad.db')).equals(before)).toBe(true)
})

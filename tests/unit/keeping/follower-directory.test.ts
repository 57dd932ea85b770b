import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADD_COLLEGE, operator, quad, temporaryFolder } from '../../support/operator'

// What the commands do in the data directory of a follower, and a follower in that of a primary.

const folder = temporaryFolder()
const [primary, follower] = [join(folder.path, 'primary'), join(folder.path, 'follower')]
const backup = join(folder.path, 'backup.tar')
const variables = { BACKUP_TO: folder.path, PRIMARY_URL: 'http://127.0.0.1:9' }
const desk = operator({ ...variables, DATA_DIR: follower })
const ofPrimary = { DATA_DIR: primary }
const bytesOf = (dataDir: string) => readFileSync(join(dataDir, 'quad.db')).toString('base64')

beforeAll(async () => {
  await desk.done(ADD_COLLEGE, ofPrimary)
  await desk.done(`backup ${backup}`, ofPrimary)
  cpSync(primary, follower, { recursive: true })
  for (const part of ['wal', 'shm']) rmSync(join(follower, `quad.db-${part}`), { force: true })
  // As Litestream writes it: without a log.
  writeFileSync(join(follower, 'quad.db'), readFileSync(join(follower, 'quad.db')).fill(1, 18, 20))
  writeFileSync(join(follower, 'quad.db-txid'), '0000000000000001')
})
afterAll(async () => {
  await desk.leave()
  folder.remove()
})

describe('in the data directory of a follower', () => {
  async function expectRefusal(refused: () => Promise<string>): Promise<void> {
    const before = bytesOf(follower)
    const complaint = await refused()
    for (const words of ['copy', 'quad.db-txid']) expect(complaint).toContain(words)
    expect(bytesOf(follower)).toBe(before)
    expect(existsSync(join(follower, 'quad.db-wal'))).toBe(false)
  }
  test.each([
    'college add --name South --domain south.edu --city Pune --state Maharashtra',
    'seed --users=1 --posts=1',
    'keys rotate',
    `backup ${join(folder.path, 'of-copy.tar')}`,
    'backup',
    `restore ${backup}`,
  ])('%s refuses, and writes nothing', (line) => expectRefusal(() => desk.refused(line)))
  test('serve refuses, and writes nothing', () =>
    expectRefusal(async () => {
      const { status, stdout, stderr } = await quad(['serve'], { ...variables, DATA_DIR: follower, PORT: '0' })
      expect(status).toBe(1)
      return stdout + stderr
    }))
})

test.each(['doctor', 'status'])('%s says that the database is a copy, and whose', async (word) => {
  const words = "a follower's, which Litestream keeps of the database at http://127.0.0.1:9"
  expect((await desk.quad(word)).stdout).toContain(words)
  expect((await desk.quad(word, ofPrimary)).stdout).not.toContain("a follower's")
})

test('doctor says why a follower does not reach the primary', async () => {
  expect(await desk.quad('doctor')).toMatchObject({ status: 1, stdout: expect.stringContaining('(ECONNREFUSED)') })
})

test.each([
  ['without the URL of a primary', { DATA_DIR: follower }, 'A follower needs PRIMARY_URL'],
  ['on the database of a primary, which stays as it is', { ...variables, ...ofPrimary }, 'no copy'],
])('a follower does not start %s', async (_, env, why) => {
  const before = bytesOf(primary)
  const { status, stdout, stderr } = await quad(['serve', '--follow'], { ...env, PORT: '0' })
  expect([status, stdout + stderr]).toEqual([1, expect.stringContaining(why)])
  expect(bytesOf(primary)).toBe(before)
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, chownSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWriter } from '../../../db/connection'
import { migrate, migrationsFolder } from '../../../db/migrate'
import { operator, temporaryFolder } from '../../support/operator'

// `quad takeover` with a program in the place of Litestream, which copies a file as `litestream restore` does.

const { path: folder, remove } = temporaryFolder()
const replica = join(folder, 'replica.db')
const litestream = join(folder, 'litestream')
const desk = operator({ DATA_DIR: join(folder, 'none') })
beforeAll(() => {
  const { sqlite } = openWriter(replica, 'normal', false)
  migrate(sqlite, migrationsFolder())
  sqlite.run("INSERT INTO settings VALUES ('topics', '[\"Replicated\"]', '2026-01-01T00:00:00.000Z')")
  sqlite.run('PRAGMA journal_mode = DELETE')
  sqlite.close()
  // restore -config FILE [-dry-run] -o TARGET DATABASE
  writeFileSync(
    litestream,
    '#!/bin/sh\necho "no replica" >&2\n[ "$4" = -dry-run ] && exec test -f "$3"\ncp "$3" "$5"\n',
  )
  chmodSync(litestream, 0o700)
})
afterAll(async () => {
  await desk.leave()
  remove()
})

async function takeover(dataDir: string, from = replica): Promise<{ status: number; said: string }> {
  const words = `takeover --config ${from} --litestream ${litestream}`
  const { status, stdout, stderr } = await desk.quad(words, { DATA_DIR: dataDir })
  return { status, said: stdout + stderr }
}
/** A data directory of a name that has taken over once. */
async function takenOver(name: string): Promise<string> {
  const dataDir = join(folder, name)
  expect(await takeover(dataDir)).toMatchObject({ status: 0, said: expect.stringContaining('in place') })
  return dataDir
}
/** What goes aside when the replica takes the place of what is there. */
async function wentAside(dataDir: string): Promise<string[]> {
  expect((await takeover(dataDir)).said).toContain('The former one is in')
  const aside = readdirSync(dataDir).find((name) => name.startsWith('before-takeover-'))
  return readdirSync(join(dataDir, aside!)).sort()
}

test('a replica takes the place of the former database, which goes aside with its log', async () => {
  const dataDir = await takenOver('data')
  writeFileSync(join(dataDir, 'quad.db-wal'), 'of before')
  expect(await wentAside(dataDir)).toEqual(['quad.db', 'quad.db-wal'])
  expect(existsSync(join(dataDir, 'quad.db-wal'))).toBe(false)
  expect(readdirSync(dataDir)).not.toContain('.quad-restore')
})

test('of a follower’s copy the note goes aside, and nobody can write another one', async () => {
  const dataDir = await takenOver('follower')
  const note = join(dataDir, 'quad.db-txid')
  rmSync(note, { recursive: true })
  writeFileSync(note, '0000000000000011')
  expect(await wentAside(dataDir)).toEqual(['quad.db', 'quad.db-txid'])
  writeFileSync(`${note}.tmp`, '0000000000000012')
  expect(() => renameSync(`${note}.tmp`, note)).toThrow('EISDIR')
  expect((await takeover(dataDir)).status).toBe(0)
})

test.skipIf(process.getuid?.() !== 0)('root takes nothing over in the directory of another user', async () => {
  const dataDir = await takenOver('owned')
  const before = readdirSync(dataDir).sort()
  chownSync(dataDir, 65534, 65534)
  expect(await takeover(dataDir)).toEqual({ status: 1, said: expect.stringContaining("sudo -u '#65534'") })
  expect(readdirSync(dataDir).sort()).toEqual(before)
})

test('without a replica, or with a damaged one, everything stays as it was', async () => {
  const dataDir = await takenOver('other')
  const before = readdirSync(dataDir).sort()
  expect(await takeover(dataDir, join(folder, 'none'))).toMatchObject({
    status: 1,
    said: expect.stringContaining('no replica'),
  })
  writeFileSync(join(folder, 'damaged'), 'not a database')
  expect((await takeover(dataDir, join(folder, 'damaged'))).status).toBe(1)
  expect(readdirSync(dataDir).sort()).toEqual(before)
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWriter } from '../../db/connection'
import { migrate, migrationsFolder } from '../../db/migrate'

// `quad takeover` with a program in the place of Litestream, which copies a file as `litestream restore` does.

const folder = mkdtempSync(join(tmpdir(), 'quad-takeover-'))
const replica = join(folder, 'replica.db')
const litestream = join(folder, 'litestream')
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
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function takeover(dataDir: string, from: string): Promise<{ status: number; said: string }> {
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, '../../src/cli.ts'),
      'takeover',
      '--config',
      from,
      '--litestream',
      litestream,
    ],
    { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir }, stdout: 'pipe', stderr: 'pipe' },
  )
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { status: await child.exited, said: said.join('') }
}

test('a replica takes the place of the former database, which goes aside with its log', async () => {
  const dataDir = join(folder, 'data')
  expect(await takeover(dataDir, replica)).toMatchObject({ status: 0, said: expect.stringContaining('in place') })
  writeFileSync(join(dataDir, 'quad.db-wal'), 'of before')
  expect((await takeover(dataDir, replica)).said).toContain('The former one is in')
  expect(existsSync(join(dataDir, 'quad.db-wal'))).toBe(false)
  const aside = readdirSync(dataDir).find((name) => name.startsWith('before-takeover-'))
  expect(readdirSync(join(dataDir, aside!)).sort()).toEqual(['quad.db', 'quad.db-wal'])
  expect(readdirSync(dataDir)).not.toContain('.quad-restore')
})

test('of a follower’s copy the note goes aside, and nobody can write another one', async () => {
  const dataDir = join(folder, 'follower')
  const note = join(dataDir, 'quad.db-txid')
  await takeover(dataDir, replica)
  rmSync(note, { recursive: true })
  writeFileSync(note, '0000000000000011')
  expect((await takeover(dataDir, replica)).said).toContain('The former one is in')
  const aside = readdirSync(dataDir).find((name) => name.startsWith('before-takeover-'))
  expect(readdirSync(join(dataDir, aside!)).sort()).toEqual(['quad.db', 'quad.db-txid'])
  writeFileSync(`${note}.tmp`, '0000000000000012')
  expect(() => renameSync(`${note}.tmp`, note)).toThrow('EISDIR')
  expect((await takeover(dataDir, replica)).status).toBe(0)
})

test.skipIf(process.getuid?.() !== 0)('root takes nothing over in the directory of another user', async () => {
  const dataDir = join(folder, 'owned')
  await takeover(dataDir, replica)
  const before = readdirSync(dataDir).sort()
  chownSync(dataDir, 65534, 65534)
  expect(await takeover(dataDir, replica)).toEqual({ status: 1, said: expect.stringContaining("sudo -u '#65534'") })
  expect(readdirSync(dataDir).sort()).toEqual(before)
})

test('without a replica, or with a damaged one, everything stays as it was', async () => {
  const dataDir = join(folder, 'other')
  await takeover(dataDir, replica)
  const before = readdirSync(dataDir).sort()
  expect(await takeover(dataDir, join(folder, 'none'))).toMatchObject({
    status: 1,
    said: expect.stringContaining('no replica'),
  })
  writeFileSync(join(folder, 'damaged'), 'not a database')
  expect((await takeover(dataDir, join(folder, 'damaged'))).status).toBe(1)
  expect(readdirSync(dataDir).sort()).toEqual(before)
})

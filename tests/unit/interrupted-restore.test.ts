import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../db/lock'
import { beginSwap } from '../../src/lib/data-swap'
import { operator, startInVain, temporaryFolder } from '../support/operator'

const folder = temporaryFolder()
const DATA_DIR = join(folder.path, 'data')
const COPY = join(folder.path, 'copy')
const desk = operator({ DATA_DIR })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})

const addCollege = (name: string) => {
  const words = `--name|${name} University|--domain|${name.toLowerCase()}.edu|--city|Springfield|--state|Oregon`
  return desk.quad(['college', 'add', ...words.split('|')])
}
const colleges = () => {
  const database = new Database(join(DATA_DIR, 'quad.db'), { readwrite: true, create: false })
  try {
    return database.query<{ name: string }, []>('SELECT name FROM colleges').all()
  } finally {
    database.close()
  }
}

describe('a restore that was interrupted', () => {
  /** Former University in place, Restored University beside it, and the note that it is to take its place. */
  beforeEach(async () => {
    for (const path of [DATA_DIR, COPY]) rmSync(path, { recursive: true, force: true })
    expect((await addCollege('Restored')).status).toBe(0)
    cpSync(DATA_DIR, COPY, { recursive: true })
    rmSync(DATA_DIR, { recursive: true })
    expect((await addCollege('Former')).status).toBe(0)
    for (const name of ['keys', 'outbox']) rmSync(join(COPY, name), { recursive: true })
    cpSync(COPY, join(DATA_DIR, '.quad-restore'), { recursive: true })
    beginSwap(DATA_DIR)
  })

  test.each([
    ['a command that writes', ['keys', 'rotate']],
    ['a command that reads', ['audit', 'verify']],
    ['a backup', ['backup', join(folder.path, 'backup.tar')]],
  ])('is finished by %s', async (_, args) => {
    expect(await desk.quad(args)).toMatchObject({ status: 0, stderr: '' })
    expect(colleges()).toEqual([{ name: 'Restored University' }])
    expect(readdirSync(DATA_DIR).filter((name) => /restore/.test(name))).toEqual([
      expect.stringMatching(/^before-restore-/),
    ])
  })

  test('is named by doctor, which changes nothing', async () => {
    const { status, stdout } = await desk.quad(['doctor'])
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}restore .*the next start.*finishes it/m)])
    expect(stdout).not.toMatch(/ {2}database /)
    expect(colleges()).toEqual([{ name: 'Former University' }])
  })

  test('is left alone by commands while it runs', async () => {
    const release = acquireLock(DATA_DIR)
    const refused = await desk.quad(['keys', 'rotate'])
    release()
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('is using the data directory')])
    expect(colleges()).toEqual([{ name: 'Former University' }])
  })
})

describe('without the database, but with what a campus left', () => {
  beforeEach(async () => {
    rmSync(DATA_DIR, { recursive: true, force: true })
    await addCollege('Former')
    renameSync(join(DATA_DIR, 'quad.db'), join(folder.path, 'elsewhere.db'))
    for (const suffix of ['-wal', '-shm']) rmSync(join(DATA_DIR, `quad.db${suffix}`), { force: true })
  })
  const WORDS = /There is no database in .*keys.*restore a backup/

  test.each(['college add --name Aa --domain a.edu --city Bb --state Cc', 'keys rotate', 'seed --users 1 --posts 0'])(
    '%s makes none',
    async (words) => {
      const refused = await desk.quad(words.split(' '))
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(WORDS)])
      expect(existsSync(join(DATA_DIR, 'quad.db'))).toBe(false)
    },
  )

  test('nothing is served, nor anything made', async () => {
    const refused = await startInVain({ DATA_DIR })
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(WORDS)])
    expect(refused.stdout).not.toContain('/setup#')
    expect(existsSync(join(DATA_DIR, 'quad.db'))).toBe(false)
  })

  test('doctor fails, also beside an empty file', async () => {
    for (const content of [undefined, '']) {
      if (content !== undefined) writeFileSync(join(DATA_DIR, 'quad.db'), content)
      const { status, stdout } = await desk.quad(['doctor'])
      expect([status, stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}database .*There is no database in/m)])
    }
  })

  test('keys can be imported, for a restore to come', async () => {
    const safe = join(folder.path, 'safe.keys')
    writeFileSync(safe, 'none')
    expect((await desk.quad(['keys', 'import', safe])).stderr).toContain('no file that')
    expect((await desk.quad(['keys', 'list'])).status).toBe(0)
  })
})

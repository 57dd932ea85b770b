import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../../db/lock'
import { beginSwap } from '../../../src/lib/files/data-swap'
import { operator, sqlIn, startInVain, temporaryFolder } from '../../support/operator'

const folder = temporaryFolder()
const DATA_DIR = join(folder.path, 'data')
const [FORMER, RESTORED] = [join(folder.path, 'Former'), join(folder.path, 'Restored')]
const desk = operator({ DATA_DIR })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})

beforeAll(async () => {
  for (const [name, place] of Object.entries({ Restored: RESTORED, Former: FORMER })) {
    await desk.done(`college add --name ${name} --domain ${name}.edu --city Springfield --state Oregon`)
    renameSync(DATA_DIR, place)
  }
})
beforeEach(() => {
  rmSync(DATA_DIR, { recursive: true, force: true })
  cpSync(FORMER, DATA_DIR, { recursive: true })
})
const colleges = () => sqlIn(DATA_DIR, 'SELECT name FROM colleges')

describe('a restore that was interrupted', () => {
  beforeEach(() => {
    const restored = join(DATA_DIR, '.quad-restore')
    cpSync(RESTORED, restored, { recursive: true })
    for (const name of ['keys', 'outbox']) rmSync(join(restored, name), { recursive: true })
    beginSwap(DATA_DIR)
  })

  test.each([
    ['a command that writes', 'keys rotate'],
    ['a command that reads', 'audit verify'],
    ['a backup', `backup ${join(folder.path, 'backup.tar')}`],
  ])('is finished by %s', async (_, line) => {
    await desk.done(line)
    expect(colleges()).toEqual([{ name: 'Restored' }])
    expect(readdirSync(DATA_DIR).filter((name) => /restore/.test(name))).toEqual([
      expect.stringMatching(/^before-restore-/),
    ])
  })

  test('is named by doctor, which changes nothing', async () => {
    const { status, stdout } = await desk.quad('doctor')
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}restore .*the next start.*finishes it/m)])
    expect(stdout).not.toMatch(/ {2}database /)
    expect(colleges()).toEqual([{ name: 'Former' }])
  })

  test('is left alone by commands while it runs', async () => {
    const release = acquireLock(DATA_DIR)
    expect(await desk.refused('keys rotate').finally(release)).toContain('is using the data directory')
    expect(colleges()).toEqual([{ name: 'Former' }])
  })
})

describe('without the database, but with what a campus left', () => {
  const database = join(DATA_DIR, 'quad.db')
  beforeEach(() => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true })
  })
  const WORDS = /There is no database in .*keys.*restore a backup/

  const LINES = ['college add --name Aa --domain a.edu --city Bb --state Cc', 'keys rotate', 'seed --users 1 --posts 0']
  test.each(LINES)('%s makes none', async (line) => {
    expect(await desk.refused(line)).toMatch(WORDS)
    expect(existsSync(database)).toBe(false)
  })

  test('nothing is served, nor anything made', async () => {
    const refused = await startInVain({ DATA_DIR })
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(WORDS)])
    expect(refused.stdout).not.toContain('/setup#')
    expect(existsSync(database)).toBe(false)
  })

  test('doctor fails, also beside an empty file', async () => {
    for (const arrange of [() => {}, () => writeFileSync(database, '')]) {
      arrange()
      const { status, stdout } = await desk.quad('doctor')
      expect([status, stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}database .*There is no database in/m)])
    }
  })

  test('keys can be imported, for a restore to come', async () => {
    const safe = join(folder.path, 'safe.keys')
    writeFileSync(safe, 'none')
    expect((await desk.quad(`keys import ${safe}`)).stderr).toContain('no file that')
    await desk.done('keys list')
  })
})

import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  beginSwap,
  finishSwap,
  isSwapUnderWay,
  remainsWithoutDatabase,
  swapData,
  swapSteps,
} from '../../../src/lib/files/data-swap'
import { temporaryFolder } from '../../support/operator'

const folder = temporaryFolder()
afterAll(folder.remove)
let serial = 0

const FORMER = {
  'quad.db': 'former',
  'quad.db-wal': 'former log',
  'limits.db': 'counts',
  'uploads/a': 'former',
  lock: '',
}
const RESTORED = { 'quad.db': 'restored', 'uploads/b': 'restored' }
const NOTE = 'restore-under-way.json'

function write(at: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(at, name, '..'), { recursive: true })
    writeFileSync(join(at, name), content)
  }
}

function filesOf(at: string): Record<string, string> {
  const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  const paths = files.map((each) => join(each.parentPath, each.name)).sort()
  return Object.fromEntries(paths.map((path) => [path.slice(at.length + 1), readFileSync(path, 'utf8')]))
}

/** A data directory with the former campus, and the one to restore beside it. */
function prepared(former: Record<string, string> = FORMER): string {
  const dataDir = join(folder.path, `data-${serial++}`)
  mkdirSync(dataDir)
  write(dataDir, former)
  write(join(dataDir, '.quad-restore'), RESTORED)
  mkdirSync(join(dataDir, 'outbox'), { recursive: true })
  return dataDir
}

/** What is in place, and what is aside. */
function sides(dataDir: string): { here: Record<string, string>; aside: Record<string, string> | undefined } {
  const aside = readdirSync(dataDir).find((name) => name.startsWith('before-restore-'))
  const files = Object.entries(filesOf(dataDir))
  return {
    here: Object.fromEntries(files.filter(([name]) => !name.startsWith('before-restore-'))),
    aside: aside === undefined ? undefined : filesOf(join(dataDir, aside)),
  }
}

const { lock, ...KEPT } = FORMER
const SWAPPED = { here: { ...RESTORED, lock }, aside: KEPT }
const UNTOUCHED = { here: FORMER, aside: undefined }

/** Tries with each number of steps that a swap can be stopped after; answers how many there are. */
function afterEachStep(tried: (steps: number) => boolean): number {
  let steps = 0
  while (!tried(steps)) steps++
  return steps + 1
}

/** Carries out that many steps, and whether that were all. */
function stopAfter(dataDir: string, count: number): boolean {
  let done = 0
  for (const step of swapSteps(dataDir)) {
    if (done++ === count) return false
    step()
  }
  return true
}

describe('a swap', () => {
  test('brings all of the new data into place, and all of the former aside', () => {
    const dataDir = prepared()
    expect(swapData(dataDir)).toStartWith(join(dataDir, 'before-restore-'))
    expect(sides(dataDir)).toEqual(SWAPPED)
  })

  test('of a folder without data leaves nothing aside', () => {
    const dataDir = prepared({})
    expect(swapData(dataDir)).toBeUndefined()
    expect(sides(dataDir)).toEqual({ here: RESTORED, aside: undefined })
  })

  test('that is stopped after any step is finished by the next, however often that is stopped', () => {
    const steps = afterEachStep((count) => {
      const dataDir = prepared()
      beginSwap(dataDir)
      const isAll = stopAfter(dataDir, count)
      // Each start comes one step further.
      for (let starts = 0; isSwapUnderWay(dataDir) && starts < 30; starts++) stopAfter(dataDir, 1)
      expect(sides(dataDir)).toEqual(SWAPPED)
      return isAll
    })
    expect(steps).toBeGreaterThan(8)
  })

  test('of the database alone leaves the rest, whichever step it is stopped after', () => {
    const former: Record<string, string> = {
      ...FORMER,
      '.quad.db-litestream/state': 'of the former log',
      'quad.db-txid': '7',
    }
    const { 'limits.db': counts = '', 'uploads/a': upload = '', lock = '', ...moved } = former
    const rest = { 'limits.db': counts, 'uploads/a': upload, lock }
    const steps = afterEachStep((count) => {
      const dataDir = prepared(former)
      rmSync(join(dataDir, '.quad-restore/uploads'), { recursive: true })
      beginSwap(dataDir, 'takeover')
      const isAll = stopAfter(dataDir, count)
      if (isSwapUnderWay(dataDir)) finishSwap(dataDir)
      const [aside] = readdirSync(dataDir).filter((name) => name.startsWith('before-takeover-'))
      expect(filesOf(join(dataDir, aside!))).toEqual(moved)
      rmSync(join(dataDir, aside!), { recursive: true })
      expect(filesOf(dataDir)).toEqual({ ...rest, 'quad.db': RESTORED['quad.db'] })
      return isAll
    })
    expect(steps).toBeGreaterThan(5)
  })

  test('whose step fails goes back, and says so', () => {
    const dataDir = prepared()
    // No file can take the name of a folder, and an empty one is not worth keeping aside.
    rmSync(join(dataDir, 'quad.db'))
    mkdirSync(join(dataDir, 'quad.db'))
    expect(() => swapData(dataDir)).toThrow(/quad\.db/)
    const { 'quad.db': _, ...rest } = FORMER
    expect(sides(dataDir)).toEqual({ here: rest, aside: undefined })
    expect(isSwapUnderWay(dataDir)).toBe(false)
  })

  test('that went back and is stopped after any step is brought back by the next', () => {
    afterEachStep((count) => {
      const dataDir = prepared()
      const swap = beginSwap(dataDir)
      stopAfter(dataDir, 5)
      const note = { ...swap, direction: 'back' }
      const sha256 = new Bun.CryptoHasher('sha256').update(JSON.stringify(note)).digest('hex')
      writeFileSync(join(dataDir, NOTE), JSON.stringify({ ...note, sha256 }))
      const isAll = stopAfter(dataDir, count)
      if (isSwapUnderWay(dataDir)) finishSwap(dataDir)
      expect(sides(dataDir)).toEqual(UNTOUCHED)
      return isAll
    })
  })

  test.each([
    ['is empty', () => ''],
    ['is cut', (text: string) => text.slice(0, -20)],
    ['says something else', (text: string) => text.replace('forward', 'back')],
    ['leads elsewhere', (text: string) => text.replace('before-restore-', '../before-restore-')],
  ])('whose note %s is left to the operator', (_, change) => {
    const dataDir = prepared()
    beginSwap(dataDir)
    writeFileSync(join(dataDir, NOTE), change(readFileSync(join(dataDir, NOTE), 'utf8')))
    const before = sides(dataDir)
    expect(() => finishSwap(dataDir)).toThrow('is damaged')
    expect(sides(dataDir)).toEqual(before)
  })

  test('beside which something else made a database is left to the operator', () => {
    const dataDir = prepared()
    beginSwap(dataDir)
    stopAfter(dataDir, 6)
    renameSync(join(dataDir, '.quad-restore', 'quad.db'), join(dataDir, 'new'))
    expect(existsSync(join(dataDir, 'quad.db'))).toBe(false)
    expect(() => finishSwap(dataDir)).toThrow('the database that it made is gone')
    renameSync(join(dataDir, 'new'), join(dataDir, '.quad-restore', 'quad.db'))
    write(dataDir, { 'quad.db': 'a third' })
    expect(() => finishSwap(dataDir)).toThrow('something else made')
    rmSync(join(dataDir, 'quad.db'))
    finishSwap(dataDir)
    expect(sides(dataDir)).toEqual(SWAPPED)
  })
})

describe('a folder without a database', () => {
  const remains = (files: Record<string, string>) => {
    const dataDir = join(folder.path, `data-${serial++}`)
    for (const name of ['uploads', 'outbox']) mkdirSync(join(dataDir, name), { recursive: true })
    write(dataDir, files)
    return remainsWithoutDatabase(dataDir)
  }
  const PICTURE = `uploads/${'a'.repeat(64)}.webp`

  test.each([
    ['keys', { 'keys/2026-01-02T03-04-05-678Z-0a1b2c3d.key': 'k' }],
    ['uploads', { [PICTURE]: 'p' }],
    ['limits.db', { 'limits.db': '' }],
    ['quad.db-wal', { 'quad.db-wal': 'log' }],
    ['before-restore-2026', { 'before-restore-2026/quad.db': 'former' }],
    ['.quad-restore', { '.quad-restore/quad.db': 'restored' }],
  ])('is no new one where there is %s, not even beside an empty database', (name, files) => {
    expect(remains(files)).toEqual([name])
    if (name !== 'quad.db-wal') expect(remains({ ...files, 'quad.db': '' })).toEqual([name])
  })

  test('is a new one where nothing, or nothing of a campus, is there', () => {
    expect(remains({})).toEqual([])
    expect(
      remains({ lock: '', 'lost+found/x': '', 'uploads/.half.part': '', 'quad.db-wal': '', 'outbox/a.eml': '' }),
    ).toEqual([])
    expect(remainsWithoutDatabase(join(folder.path, 'nowhere'))).toEqual([])
  })

  test('is none where there is a database with a schema, be it in the log', () => {
    const dataDir = join(folder.path, `data-${serial++}`)
    write(dataDir, { 'limits.db': '' })
    const sqlite = new Database(join(dataDir, 'quad.db'), { create: true })
    sqlite.run('PRAGMA journal_mode = WAL')
    expect(remainsWithoutDatabase(dataDir)).toEqual(['limits.db'])
    sqlite.run('CREATE TABLE t (a)')
    expect(remainsWithoutDatabase(dataDir)).toEqual([])
    sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
    expect(remainsWithoutDatabase(dataDir)).toEqual([])
    sqlite.close()
  })
})

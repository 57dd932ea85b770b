import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresOf } from '../../../src/parts/classifier/features'
import { LABELS } from '../../../src/parts/classifier/labels'
import { emptyModel, packWeights, WIDTH } from '../../../src/parts/classifier/model'
import { baseId } from '../../../src/parts/classifier/versions'
import { logIn } from '../../support/audit-log'
import { operator, quad, sqlIn, temporaryFolder } from '../../support/operator'
import { placeDatabase } from '../../support/template'

const folder = temporaryFolder()
const DATA_DIR = join(folder.path, 'data')
const desk = operator({ DATA_DIR })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})
beforeEach(async () => {
  rmSync(DATA_DIR, { recursive: true, force: true })
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
  await placeDatabase(join(DATA_DIR, 'quad.db'))
})

const BAD = 'zorble quixly'
const score = async (...lines: string[]): Promise<Record<string, number>[]> => {
  const { stdout } = await desk.quad('score', undefined, lines.join('\n'))
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
const json = (text: string) => JSON.stringify({ text })
const actions = () => logIn(DATA_DIR).map(({ action }) => action)
const count = (table: string) => sqlIn<{ n: number }>(DATA_DIR, `SELECT count(*) AS n FROM ${table}`)[0]!.n

/** What makes BAD spam, in force. */
function learned() {
  const { weights, experience } = emptyModel()
  for (const feature of featuresOf(BAD)) weights[feature * WIDTH + LABELS.indexOf('spam')] = 2
  const delta = Buffer.from(packWeights({ weights, experience })).toString('hex')
  sqlIn(
    DATA_DIR,
    `INSERT INTO classifier_versions (made_at, decisions, learned_from, base, delta)
    VALUES ('2026-11-20T03:00:00.000Z', 300, '-', '${baseId()}', x'${delta}')`,
  )
}
function decided(id: number, text: string, isKept: 0 | 1) {
  const features = Buffer.from(featuresOf(text).buffer).toString('hex')
  sqlIn(
    DATA_DIR,
    'PRAGMA foreign_keys = OFF',
    `INSERT INTO classifier_decisions VALUES ('post-${id}', 'author-${id}', NULL, ${isKept}, '${isKept ? '[]' : '["spam"]'}',
      x'', 0, '2026-11-${String(10 + (id % 18)).padStart(2, '0')}T03:00:00.000Z', x'${features}')`,
  )
}

describe('quad score', () => {
  test('prints a line of scores by label for each line, in their order', async () => {
    const [first, other, ...more] = await score(`\ufeff${json('Buy followers now at www.spam.example')}`, json('नमस्ते'))
    expect(more).toEqual([])
    expect(Object.keys(first!)).toEqual([...LABELS])
    for (const value of [...Object.values(first!), ...Object.values(other!)]) expect(value).toBeWithin(0, 1.0001)
  })
  test('goes by what the campus has learned; not by what was learned beyond another base, and without a database by what Quad comes with', async () => {
    const [base] = await score(json(BAD))
    learned()
    const [campus] = await score(json(BAD))
    expect(campus!.spam).toBeGreaterThan(base!.spam! + 0.1)
    expect({ ...campus, spam: 0 }).toEqual({ ...base, spam: 0 })
    sqlIn(DATA_DIR, "UPDATE classifier_versions SET base = 'former'")
    expect(await score(json(BAD))).toEqual([base!])
    rmSync(DATA_DIR, { recursive: true })
    expect(await score(json(BAD))).toEqual([base!])
  })
  test.each([['Good morning'], ['{"words": "Good morning"}'], ['{"text": 1}'], ['null'], ['']])(
    'says which line it cannot read, and ends with 2: %s',
    async (line) => {
      const { status, stdout, stderr } = await desk.quad(
        'score',
        undefined,
        [json('Good morning'), line, json('-')].join('\n'),
      )
      expect([status, stdout.trim().split('\n').length]).toEqual([2, 1])
      expect(stderr).toContain('Line 2 is no JSON like {"text": "Good morning"}.')
    },
  )
})

describe('quad learn', () => {
  test('--check shows how many words, base and campus notice of the last decisions, which none has learned', async () => {
    for (let id = 0; id < 40; id++) decided(id, id % 2 === 0 ? `${BAD} ${id}` : `A walk ${id}`, id % 2 === 0 ? 0 : 1)
    const text = await desk.done('learn --check')
    expect(text).toContain('Of 20 decisions that were not learned, of 40:')
    expect(text).toMatch(/^removed: of \d+, words notice 0, Quad’s base \d+, this campus \d+$/m)
    expect(text).toMatch(/^log loss: Quad’s base \d\.\d{3}, this campus \d\.\d{3}$/m)
    const { noticed } = JSON.parse(await desk.done('learn --check --json'))
    expect(noticed[0].of + noticed[1].of).toBe(20)
    for (const word of ['post-', 'author-', BAD]) expect(text).not.toContain(word)
    expect(count('classifier_versions')).toBe(0)
  })
  test('--export and --import bring what is learned to another campus, where it is in force at once', async () => {
    learned()
    const [before] = await score(json(BAD))
    const file = join(folder.path, 'learned.json')
    const exported = await desk.done('learn --export')
    writeFileSync(file, exported)
    expect(JSON.parse(await desk.done('learn --export --json'))).toEqual(JSON.parse(exported))
    sqlIn(DATA_DIR, 'DELETE FROM classifier_versions')
    expect((await score(json(BAD)))[0]).not.toEqual(before)
    expect(await desk.refused('learn --export')).toContain('Nothing is learned here')
    await desk.done(`learn --import ${file}`)
    expect(await score(json(BAD))).toEqual([before!])
    expect(actions()).toContain('operator:imported:classifier')
    const sent = JSON.parse(exported)
    for (const change of [{ base: 'other' }, { delta: 'AAAA' }, { decisions: 'many' }]) {
      writeFileSync(file, JSON.stringify({ ...sent, ...change }))
      expect(await desk.refused(`learn --import ${file}`)).toContain('is no export of what this version of Quad')
    }
    expect(count('classifier_versions')).toBe(1)
  })
  test.each(['learn', 'learn --check --export'])('%s: wants one thing', async (words) => {
    expect(await desk.misused(words)).toContain('Give one of --check')
  })
  test('--check without decisions says so', async () => {
    expect(await desk.refused('learn --check')).toContain('no decisions')
  })
})

describe('copies of the data', () => {
  test('a backup has what is learned and the decisions, and a restore brings both back', async () => {
    learned()
    decided(1, BAD, 0)
    const before = sqlIn(DATA_DIR, 'SELECT * FROM classifier_versions')
    const file = join(folder.path, 'backup.tar')
    // Processes of their own: a connection lives on until it is collected, and a restore wants to be alone.
    expect(await quad(['backup', file], { DATA_DIR })).toMatchObject({ status: 0 })
    rmSync(DATA_DIR, { recursive: true })
    expect(await quad(['restore', file], { DATA_DIR })).toMatchObject({ status: 0 })
    expect(sqlIn(DATA_DIR, 'SELECT * FROM classifier_versions')).toEqual(before)
    expect([count('classifier_decisions'), count('classifier_versions')]).toEqual([1, 1])
  })
  test('the export of the campus has neither', async () => {
    learned()
    const exported = join(folder.path, 'campus')
    await desk.quad(`export ${exported}`)
    expect(readdirSync(join(exported, 'data')).filter((name) => name.includes('classifier'))).toEqual([])
  })
})

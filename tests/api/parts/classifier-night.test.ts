import { beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { decisionsUntil } from '../../../src/parts/classifier/decisions'
import { featuresOf } from '../../../src/parts/classifier/features'
import { LABELS } from '../../../src/parts/classifier/labels'
import * as learning from '../../../src/parts/classifier/learn'
import { baseModel, emptyModel, packWeights, scoresOf, WIDTH } from '../../../src/parts/classifier/model'
import { learnTonight } from '../../../src/parts/classifier/night'
import { checkClassifier } from '../../../src/parts/classifier/state'
import {
  addVersion,
  baseId,
  classifierInForce,
  forgetVersions,
  isHolding,
} from '../../../src/parts/classifier/versions'
import { publishAliased } from '../../support/aliased'
import { logEntries } from '../../support/audit-log'
import { execute, judge, newWords, publish, select } from '../../support/content'
import { expectData, type Person, student, times, useCampus } from '../../support/kit'
import { at, shift, sleepOver } from '../../support/nights'

const { admin, root } = await useCampus()
const STATE = 'admin/classifier'
const BAD = 'zorble quixly'
const authors = await times(25, () => student())
const posts: string[] = []

/** As many decisions through the app: every other text is bad and removed for spam, or, with `isMistaken`, the fine ones are. */
async function decideAbout(count: number, by: (n: number) => Person = (n) => authors[n % authors.length]!) {
  for (let n = 0; n < count; n++) {
    const isBad = n % 2 === 0
    const { id } = await publish(by(n), { title: isBad ? BAD : 'A walk', content: newWords() })
    posts.push(id)
    if (isBad) expectData(await judge(admin, 'post', { id }, { state: 'banned', rule: 'spam' }))
    else {
      const { report } = await authors
        .at(-1)!
        .post('reports', { targetId: id, type: 'Post', reason: 'spam', message: '-' })
      await admin.patch(`reports/${report.id}`, { status: 'ignored' })
    }
  }
}
const versions = () => select('SELECT version, decisions, delta FROM classifier_versions')
const state = () => admin.get(STATE)
const spamScore = (model = classifierInForce()) => scoresOf(model, featuresOf(BAD))[LABELS.indexOf('spam')]!
beforeAll(async () => {
  await decideAbout(200, (n) => authors[n % 24]!)
  await shift(-3)
})
beforeEach(async () => {
  await storage.write(forgetVersions)
})

describe('a night', () => {
  test('adds a version that is in force at once, and that the page shows with what it did on decisions that it had not seen', async () => {
    const before = spamScore()
    await sleepOver()
    expect(versions()).toMatchObject([{ decisions: 200, delta: expect.any(Uint8Array) }])
    expect(spamScore()).toBeGreaterThan(before)
    const { version, rolledBack, labels } = await state()
    expect([version, rolledBack]).toEqual([versions()[0].version, false])
    const curveOf = (name: string) => labels.find(({ label }: { label: string }) => label === name).curve
    expect([curveOf('spam')[0], curveOf('hate')[0]]).toEqual([
      { score: 0, removed: 100, kept: 100 },
      { score: 0, removed: 0, kept: 100 },
    ])
    const [low, high] = [curveOf('spam')[1], curveOf('spam').at(-1)]
    expect([low.score, high.score]).toEqual([0.05, 0.95])
    expect(high.removed).toBeLessThanOrEqual(low.removed)
  })
  test('adds none by day, none where nothing has changed, and the same bytes from the same decisions', async () => {
    at(12)
    await learnTonight()
    expect(versions()).toEqual([])
    await sleepOver()
    const [first] = versions()
    await sleepOver()
    expect(versions()).toHaveLength(1)
    await storage.write(forgetVersions)
    await sleepOver()
    expect(versions()[0].delta).toEqual(first.delta)
  })
  test('learns nothing that was decided less than a day ago', async () => {
    await shift(3)
    await sleepOver()
    await shift(-3)
    expect(versions()).toEqual([])
  })
  test('forgets what was deleted: the text is in no version any more, and with too few decisions there is none', async () => {
    await sleepOver()
    const [first] = versions()
    expectData(await authors[0]!.visitor.delete(`posts/${posts[0]}`))
    expect(select('SELECT 1 FROM classifier_decisions WHERE target_id = ?', posts[0]!)).toEqual([])
    await sleepOver()
    expect([versions().length, classifierInForce()]).toEqual([0, baseModel()])
    await decideAbout(1)
    await shift(-1)
    await sleepOver()
    expect(versions()).toHaveLength(1)
    expect(versions()[0].delta).not.toEqual(first.delta)
  })
  test('adds no version where something was deleted while it learned', async () => {
    const learn = spyOn(learning, 'learn').mockImplementation(async () => {
      await execute(
        'DELETE FROM classifier_decisions WHERE target_id = (SELECT min(target_id) FROM classifier_decisions)',
      )
      return packWeights(emptyModel())
    })
    await decideAbout(2)
    await shift(-1)
    await sleepOver()
    expect(learn).toHaveBeenCalledTimes(2)
    expect(versions()).toEqual([])
  })
  test('ends where the server stops, and begins again with the next start', async () => {
    const stopping = new AbortController()
    at(3)
    const learning = learnTonight(stopping.signal)
    stopping.abort(new Error('stopping'))
    await expect(learning).rejects.toThrow('stopping')
    expect(versions()).toEqual([])
    await sleepOver()
    expect(versions()).toHaveLength(1)
  })
  test('leaves no trace of a deleted text: the weights are those of a campus that never saw it', async () => {
    const learnedNow = async () => {
      await storage.write(forgetVersions)
      await sleepOver()
      return versions()[0].delta as Uint8Array
    }
    const without = await learnedNow()
    const { id } = await publish(authors[2]!, { title: BAD, content: newWords() })
    expectData(await judge(admin, 'post', { id }, { state: 'banned', rule: 'hate' }))
    await execute(`UPDATE classifier_decisions SET decided_at = '2020-01-01T00:00:00.000Z' WHERE target_id = ?`, id)
    expect(await learnedNow()).not.toEqual(without)
    expectData(await authors[2]!.visitor.delete(`posts/${id}`))
    expect(await learnedNow()).toEqual(without)
  })
  test('keeps what it learned last alone, under a number of its own', async () => {
    await sleepOver()
    const [{ version }] = versions()
    await decideAbout(1)
    await shift(-1)
    await sleepOver()
    expect(versions().map((each) => each.version > version)).toEqual([true])
  })
})

/** Weights that make it spam. */
function bad() {
  const { weights, experience } = emptyModel()
  for (const feature of featuresOf(BAD)) weights[feature * WIDTH + LABELS.indexOf('spam')] = 2
  return packWeights({ weights, experience })
}

describe('the model in force', () => {
  test('is the one that another process wrote, as soon as the server notices the write', async () => {
    const before = spamScore()
    await storage.write((tx) => {
      tx.sqlite.run(
        `INSERT INTO classifier_versions (made_at, decisions, learned_from, base, delta) VALUES ('2026-01-01', 1, '-', ?, ?)`,
        [baseId(), bad()],
      )
    })
    expect(spamScore()).toBe(before)
    dropAllCaches()
    expect(spamScore()).toBeGreaterThan(before)
  })
  test('is what Quad comes with where the weights are damaged, which quad doctor says', async () => {
    const damaged = bad().fill(0x7f, -64)
    await storage.write((tx) => addVersion(tx, { decisions: 1, learnedFrom: '-', delta: damaged }))
    expect(classifierInForce()).toBe(baseModel())
    await publish(authors[0]!)
    expect([...checkClassifier(storage.reader)]).toMatchObject([
      { verdict: 'warn', explanation: expect.stringContaining('is damaged') },
    ])
  })
  test('changes with the commit, and not with a write that fails', async () => {
    const [before, version] = [spamScore(), { decisions: 1, learnedFrom: '-', delta: bad() }]
    const failed = storage.write((tx) => {
      addVersion(tx, version)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect([versions(), spamScore()]).toEqual([[], before])
    await storage.write((tx) => addVersion(tx, version))
    expect(spamScore()).toBeGreaterThan(before)
  })
})

describe('what does worse than the base', () => {
  const everything = emptyModel().weights.fill(3)
  test('is not used; the page, the log and the next night say so', async () => {
    const learn = spyOn(learning, 'learn').mockResolvedValue(packWeights({ ...emptyModel(), weights: everything }))
    await sleepOver()
    expect(versions()).toMatchObject([{ delta: null }])
    expect(classifierInForce()).toBe(baseModel())
    expect(await state()).toMatchObject({ rolledBack: true, version: null, madeAt: null })
    expect([...checkClassifier(storage.reader)]).toMatchObject([{ verdict: 'warn', what: 'classifier' }])
    const entry = logEntries().findLast(({ action }) => action === 'admin:rolled-back:classifier')
    expect(entry).toMatchObject({ actorId: null, platform: 'system' })
    learn.mockRestore()
    await decideAbout(1)
    await shift(-1)
    await sleepOver()
    expect(await state()).toMatchObject({ rolledBack: false })
    expect([...checkClassifier(storage.reader)]).toMatchObject([{ verdict: 'ok' }])
  })
})

describe('who is behind an alias', () => {
  test('is looked up to learn, so that aliases of one account are one author, and is stored nowhere', async () => {
    const person = await student()
    const names: string[] = []
    for (let n = 0; n < 3; n++) {
      const { id, alias } = await publishAliased(person, { title: BAD, content: newWords() })
      names.push(alias.id)
      expectData(await judge(admin, 'post', { id }, { state: 'banned', rule: 'spam' }))
    }
    const learned = decisionsUntil(storage.reader, new Date().toISOString())
    expect(learned.filter(({ author }) => author === person.id)).toHaveLength(3)
    expect(learned.filter(({ author }) => names.includes(author))).toEqual([])
    const stored = [...select('SELECT * FROM classifier_decisions'), ...versions()]
    expect(JSON.stringify(stored)).not.toContain(person.id)
    // While its aliases go, one by one, they would be as many authors.
    expectData(await person.visitor.delete('auth/account'))
    expect(
      decisionsUntil(storage.reader, new Date().toISOString()).filter(({ author }) => names.includes(author)),
    ).toEqual([])
  })
})
test('it holds nothing before it has agreed with four of five of its last 200 decisions, and nothing where it is not on', async () => {
  const set = (agreed: number) =>
    execute(
      `UPDATE classifier_decisions SET is_noticed = (row_number <= ${agreed}) <> is_kept FROM (SELECT target_id AS id,
        row_number() OVER (ORDER BY decided_at DESC, target_id DESC) AS row_number FROM classifier_decisions) WHERE id = target_id`,
    )
  const mode = (mode: string) => root.patch('admin/settings', { classifier: { mode } })
  await set(160)
  expect(isHolding()).toBe(false)
  await mode('on')
  expect([isHolding(), (await state()).agreement]).toEqual([true, { predicted: 200, agreed: 160 }])
  await set(159)
  await mode('shadow')
  await mode('on')
  expect(isHolding()).toBe(false)
})

test('a night forgets what was learned beyond another base, also with too few decisions', async () => {
  await sleepOver()
  await execute("UPDATE classifier_versions SET base = 'former'")
  await execute('DELETE FROM classifier_decisions')
  await sleepOver()
  expect(versions()).toEqual([])
})

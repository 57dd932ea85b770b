import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { featuresOf } from '../../../src/parts/classifier/features'
import { LABELS } from '../../../src/parts/classifier/labels'
import { baseModel, scoresOf } from '../../../src/parts/classifier/model'
import { classifierInForce, forgetVersions } from '../../../src/parts/classifier/versions'
import { publishAliased } from '../../support/aliased'
import { decide, execute, judge, newWords, publish, report, select } from '../../support/content'
import { administrator, expectData, student, times, useCampus } from '../../support/kit'
import { shift, sleepOver } from '../../support/nights'

// What whoever wants to teach the classifier something wrong can move. Words that nobody else says stand for friendly ones.

const { admin, ann } = await useCampus()
const second = await administrator()
const authors = await times(20, () => student())

const remove = async (id: string, by = admin) =>
  expectData(await judge(by, 'post', { id }, { state: 'banned', rule: 'spam' }))
const says = async (title: string, n: number) =>
  (await publish(authors[n % authors.length]!, { title, content: newWords() })).id
const spam = (text: string, model = classifierInForce()) => scoresOf(model, featuresOf(text))[LABELS.indexOf('spam')]!
/** How much more it is spam than before. */
const moved = (text: string) => spam(text) - spam(text, baseModel())

/** An honest campus: 100 bad texts and 100 fine ones, of 20 authors. */
async function honest() {
  for (let n = 0; n < 100; n++) {
    await remove(await says('Vlorp subscription deals', n))
    await decide(admin, (await report(ann, await says('Notes of the lecture', n))).id, 'ignored')
  }
}
await honest()
await shift(-3)
const honestly = JSON.stringify(
  select('SELECT target_id AS id FROM classifier_decisions').map(({ id }: { id: string }) => id),
)
beforeEach(async () => {
  await storage.write(forgetVersions)
})

test('an honest campus is learned from', async () => {
  await sleepOver()
  expect(moved('Vlorp subscription deals')).toBeGreaterThan(0.1)
  expect(moved('Notes of the lecture')).toBeLessThan(0.05)
})

/** How much more these texts are spam after such removals and another night. */
async function movedBy(act: () => Promise<unknown>, ...texts: string[]): Promise<number[]> {
  await sleepOver()
  const before = texts.map((text) => spam(text))
  await act()
  await shift(-2)
  await sleepOver()
  const after = texts.map((text, at) => spam(text) - before[at]!)
  await execute(`DELETE FROM classifier_decisions WHERE target_id NOT IN (SELECT value FROM json_each(?))`, honestly)
  return after
}

describe('what one of them does moves little', () => {
  const FRIENDLY = 'Gribnok fenwick choir'
  test('a moderator who removes everything of one author: not half as much as the same of twenty authors', async () => {
    const victim = await student()
    const removals = (who: (n: number) => typeof victim) => async () => {
      for (let n = 0; n < 40; n++)
        await remove((await publish(who(n), { title: FRIENDLY, content: newWords() })).id, second)
    }
    const [ofOne] = await movedBy(
      removals(() => victim),
      FRIENDLY,
    )
    const [ofMany] = await movedBy(
      removals((n) => authors[n % authors.length]!),
      FRIENDLY,
    )
    expect(ofOne).toBeLessThan(0.25)
    expect(ofMany).toBeGreaterThan(2 * ofOne!)
  })
  test('six aliases of one account are one author, of whom nothing is learned alone; six accounts are six', async () => {
    const [hidden, shown] = ['Plimsy wuggle', 'Dorfle kranz']
    const person = await student()
    const [byOne, bySix] = await movedBy(
      async () => {
        for (let n = 0; n < 6; n++) {
          // An account takes three names a day.
          await execute('UPDATE aliases SET created_at = created_at - 864000000')
          await remove((await publishAliased(person, { title: hidden, content: newWords() })).id)
          await remove(await says(shown, n))
        }
      },
      hidden,
      shown,
    )
    expect(byOne).toBeLessThan(0.1)
    expect(bySix).toBeGreaterThan(2 * byOne!)
  })
  test('twenty accounts that report friendly words teach nothing that no moderator decides', async () => {
    const { id } = await publish(ann, { title: FRIENDLY, content: newWords() })
    const act = async () => {
      for (const author of authors) await report(author, id, { reason: 'hate' })
    }
    expect(await movedBy(act, FRIENDLY)).toEqual([0])
  })
})

import { expect, test } from 'bun:test'
import { AppError } from '../../../src/errors'
import { refuseDuplicate } from '../../../src/ground/policy/duplicates'
import { throughStages } from '../../../src/ground/policy/stages'
import { spamCorpus } from '../../support/corpus/spam'

/** Whether the account may post it, in the hour of this run. */
async function isCaught(run: string, account: string, content: string, id: string): Promise<boolean> {
  try {
    const author = { id: `${run} ${account}`, role: 'user' } as const
    await throughStages([refuseDuplicate], { author, kind: 'post', texts: { content } }, () => ({ id }))
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'DUPLICATE') return true
    throw error
  }
}

test.each([1, 2, 3])('of 500 posts, 100 of them copies with changes (seed %i)', async (seed) => {
  const posts = spamCorpus({ seed })
  const verdicts: boolean[] = []
  for (const [n, { account, content }] of posts.entries())
    verdicts.push(await isCaught(`seed ${seed}`, account, content, `${seed}-${n}`))
  const caught = posts.filter(({ copyOf }, n) => copyOf !== null && verdicts[n]).length
  const wrongly = posts.filter(({ copyOf }, n) => copyOf === null && verdicts[n])
  expect(caught).toBeGreaterThanOrEqual(95)
  expect(wrongly).toEqual([])
})

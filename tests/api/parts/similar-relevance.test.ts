import { expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { NO_EVENT, toWritten } from '../../../src/forum/posts/fields'
import { addPost } from '../../../src/forum/posts/publish'
import { readAccount } from '../../../src/ground/access/account'
import { systemActor } from '../../../src/ground/audit/audit'
import { student, useQuad } from '../../support/kit'

// How well threads that ask the same are found among sixty titles, half of them so alike that they are easily confused.

type Pair = { same: boolean; later: boolean; asked: string; typed: string }

const PAIRS: Pair[] = (await Bun.file('tests/support/corpus/questions.tsv').text())
  .trim()
  .split('\n')
  .map((line) => {
    const [kind = '', asked = '', typed = ''] = line.split('\t')
    return { same: kind.endsWith('same'), later: kind.startsWith('later'), asked, typed }
  })

await useQuad()
const [reader, author] = [await student(), await student()]
await storage.write((tx) => {
  const account = readAccount(tx, author.id)!
  for (const title of new Set(PAIRS.map(({ asked }) => asked))) {
    const content = 'More below.'
    const post = toWritten({ title, content, topic: 'Showcase' }, 'Showcase', { title, content }, NO_EVENT)
    addPost(tx, { ...systemActor('system'), ...account }, account, post)
  }
})

const similarTo = async (title: string): Promise<string[]> =>
  (await reader.get(`search/similar?title=${encodeURIComponent(title)}`)).posts.map(
    (post: { title: string }) => post.title,
  )

const [first, later] = [PAIRS.filter(({ later }) => !later), PAIRS.filter(({ later }) => later)]
/** Weights and words were chosen with every other pair, and nothing was changed after the last thirty were written. */
const SETS = { tuned: first.filter((_, at) => at % 2 === 0), 'held back': first.filter((_, at) => at % 2 === 1), later }

test.each(Object.entries(SETS))(
  '%s: of what is found nine of ten ask the same, and of those four of five are found',
  async (name, pairs) => {
    const judged = await Promise.all(pairs.map(async (pair) => ({ ...pair, found: await similarTo(pair.typed) })))
    const hits = judged.filter(({ found, asked }) => found.includes(asked))
    const right = hits.filter(({ same }) => same).length
    const [precision, recall] = [right / hits.length, right / judged.filter(({ same }) => same).length]
    console.log(`${name}: ${judged.length} pairs, precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`)
    for (const { same, asked, typed, found } of judged)
      if (same !== found.includes(asked)) console.log(`  ${same ? 'missed' : 'wrong'}: ${typed} → ${asked}`)
    expect(precision).toBeGreaterThanOrEqual(0.9)
    expect(recall).toBeGreaterThanOrEqual(0.8)
  },
)

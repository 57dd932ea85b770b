import { expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { NO_EVENT, toWritten } from '../../../src/forum/posts/fields'
import { addPost } from '../../../src/forum/posts/publish'
import { readAccount } from '../../../src/ground/access/account'
import { systemActor } from '../../../src/ground/audit/audit'
import { POSTS, QUERIES } from '../../support/corpus/search'
import { student, useQuad } from '../../support/kit'

await useQuad()
const reader = await student()
const author = await student()
const keys = new Map<string, string>()
await storage.write(async (tx) => {
  const account = await readAccount(tx, author.id)
  for (const [key, [title, content]] of Object.entries(POSTS)) {
    const post = toWritten({ title, content, topic: 'Showcase' }, 'Showcase', { title, content }, NO_EVENT)
    keys.set(addPost(tx, { ...systemActor('system'), ...account! }, account!, post), key)
  }
})

const MOST = 5
const firstFive = async (q: string): Promise<string[]> => {
  const { posts } = await reader.get(`search?limit=${MOST}&q=${encodeURIComponent(q)}`)
  return posts.map(({ post }: { post: { id: string } }) => keys.get(post.id))
}

/** Of the posts that answer a query, how many are among the first five; and whether the first one is. */
async function judge(queries: Readonly<Record<string, readonly string[]>>) {
  const judged = await Promise.all(
    Object.entries(queries).map(async ([q, relevant]) => {
      const found = await firstFive(q)
      const hits = found.filter((key) => relevant.includes(key)).length
      return {
        q,
        found,
        // Among as many as could be right: most queries have one answer.
        precision: hits / Math.min(MOST, relevant.length),
        isFirst: relevant.includes(found[0] ?? ''),
      }
    }),
  )
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    count: judged.length,
    precision: mean(judged.map(({ precision }) => precision)),
    first: mean(judged.map(({ isFirst }) => Number(isFirst))),
    misses: judged.filter(({ precision, isFirst }) => precision < 1 || !isFirst),
  }
}

test.each(Object.entries(QUERIES))(
  'of what answers a query in %s, nearly all is among the first five',
  async (language, queries) => {
    const { count, precision, first, misses } = await judge(queries)
    console.log(
      `${language}: ${count} queries, precision of the first five ${precision.toFixed(2)}, of the first ${first.toFixed(2)}`,
    )
    for (const { q, found } of misses) console.log(`  missed: ${q} → ${found.join(', ')}`)
    expect(precision).toBeGreaterThanOrEqual(0.9)
    expect(first).toBeGreaterThanOrEqual(0.9)
  },
)

test('sixty queries are judged', () =>
  expect(Object.values(QUERIES).flatMap((queries) => Object.keys(queries))).toHaveLength(60))

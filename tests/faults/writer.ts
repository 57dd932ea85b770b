import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '../support/program'
import { signedIn } from './requests'

/** A write that was answered with 2xx: what shows it in the database, how much had been recorded by then, and when. */
export type Acknowledged = { sql: string; values: string[]; position: number; at?: number }

const EVIDENCE = {
  post: 'SELECT 1 FROM posts WHERE id = ?',
  comment: 'SELECT 1 FROM comments WHERE id = ?',
  vote: 'SELECT 1 FROM posts JOIN post_votes ON post = key WHERE id = ? AND value = 1',
  bookmark: 'SELECT 1 FROM posts JOIN bookmarks ON post = key WHERE id = ?',
}

export type Load = {
  acknowledged: Acknowledged[]
  /** Answered with 503 and Retry-After. */
  refused: number
  /** Answered with anything else, or not at all. */
  failed: string[]
  /** Signed in as the superadmin. */
  browser: Browser
}

/**
 * Some writers beside each other, each of whom posts, comments, votes and bookmarks until `isOver`, on a session or a
 * new one. `position` tells how much has been recorded.
 */
export async function writeUntil(
  at: string | Browser,
  isOver: (load: Load) => boolean,
  { writers = 4, position = () => 0 }: { writers?: number; position?: () => number } = {},
): Promise<Load> {
  const browser = typeof at === 'string' ? await signedIn(at) : at
  const load: Load = { acknowledged: [], refused: 0, failed: [], browser }
  const send = async (what: keyof typeof EVIDENCE, path: string, body: object, id?: string) => {
    try {
      const answer = await browser.post(path, body)
      const { data } = await answer.json()
      if (answer.status === 503 && answer.headers.has('retry-after')) {
        load.refused++
        await Bun.sleep(20)
      } else if (!answer.ok) {
        load.failed.push(`${path}: ${answer.status}`)
      } else {
        const written: string = id ?? data[what].id
        load.acknowledged.push({ sql: EVIDENCE[what], values: [written], position: position(), at: performance.now() })
        return written
      }
    } catch (error) {
      load.failed.push(`${path}: ${error}`)
      await Bun.sleep(20)
    }
    return undefined
  }
  const write = async () => {
    while (!isOver(load)) {
      const words = newWords()
      const post = await send('post', '/api/v1/posts', { title: words, content: words, topic: 'Off-topic' })
      if (post === undefined) continue
      await send('comment', `/api/v1/comments/post/${post}`, { content: newWords(), parentCommentId: null })
      await send('vote', '/api/v1/votes', { targetType: 'post', targetId: post, voteType: 'upvote' }, post)
      await send('bookmark', '/api/v1/bookmarks', { postId: post }, post)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return load
}

const SYLLABLES = 'ba de fi go lu ma ne pi ro su ta ve wi yo zu ka'.split(' ')

/** Words that nobody has written before, and no policy minds. */
const newWords = () =>
  crypto
    .randomUUID()
    .replace(/[0-9a-f]/g, (digit) => SYLLABLES[Number.parseInt(digit, 16)]!)
    .replaceAll('-', ' ')

export type Reads = { answered: number; failed: string[] }

/** Reads one page after another until `isOver`. */
export async function readsDuring(browser: Browser, isOver: () => boolean): Promise<Reads> {
  const reads: Reads = { answered: 0, failed: [] }
  while (!isOver()) {
    for (const path of ['/api/v1/posts', '/api/v1/users/me', '/healthz']) {
      try {
        const answer = await browser.get(path)
        await answer.text()
        if (answer.ok) reads.answered++
        else reads.failed.push(`${path}: ${answer.status}`)
      } catch (error) {
        reads.failed.push(`${path}: ${error}`)
      }
    }
    await Bun.sleep(5)
  }
  return reads
}

/** What of the acknowledged writes the database of a stopped server lacks. */
export function lost(dataDir: string, acknowledged: readonly Acknowledged[]): Acknowledged[] {
  const file = join(dataDir, 'quad.db')
  if (!existsSync(file)) return [...acknowledged]
  const database = new Database(file, { readonly: true, strict: true })
  try {
    return acknowledged.filter(({ sql, values }) => database.query(sql).get(...values) === null)
  } finally {
    database.close()
  }
}

import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DataSet, dataSet, openDataSet, type Workspace } from '../data'
import type { Line } from './mix'

type Lists = 'publicPosts' | 'hotPosts' | 'comments' | 'authors' | 'colleges' | 'branches' | 'topics' | 'words'
/** A campus in a data directory that the run may change, and what its students, who have a session each, ask for. */
export type Campus = Record<'cookies' | Lists, string[]> & {
  folder: string
  /** In words. */
  size: string
  /** Filled once the server runs, because it signs its cursors. */
  furtherPages: Line[]
}

/** More than are ever online at once here. */
const MOST_SESSIONS = 30_000
const HOT_POSTS = 400
const NEWEST_POSTS = 5000

/** The campus of 10,000 students, or the one that `quad seed --huge` has left in a folder: that one is changed. */
export async function openCampus(given: string | undefined, workspace: Workspace): Promise<Campus> {
  if (given !== undefined && !existsSync(join(given, 'quad.db'))) throw new Error(`there is no campus in ${given}`)
  const folder = given ?? workspace.quad(await dataSet(100_000))
  return readCampus(openDataSet(folder, 0, MOST_SESSIONS))
}

export function readCampus({ folder, cookies, publicPosts }: DataSet): Campus {
  const db = new Database(join(folder, 'quad.db'), { readonly: true, strict: true })
  const column = <Value extends string | number>(text: string): Value[] =>
    db
      .query<{ value: Value }, []>(text)
      .all()
      .map(({ value }) => value)
  const ids = (text: string) => column<string>(text)
  const count = (text: string) => column<number>(text)[0]?.toLocaleString('en')
  const newest = publicPosts.slice(0, NEWEST_POSTS).map((id) => `'${id}'`)
  try {
    const titles = ids(`SELECT title AS value FROM posts WHERE id IN (${newest})`)
    return {
      folder,
      size: `${count("SELECT count(*) AS value FROM users WHERE status <> 'ALIAS'")} students, ${count('SELECT count(*) AS value FROM posts')} posts, ${count('SELECT count(*) AS value FROM comments WHERE deleted_at IS NULL')} comments`,
      cookies,
      publicPosts,
      hotPosts: ids(
        `SELECT id AS value FROM post_stats JOIN posts ON key = post WHERE audience = 'public' ORDER BY hot_score DESC LIMIT ${HOT_POSTS}`,
      ),
      comments: ids(
        `SELECT id AS value FROM comments WHERE post IN (SELECT key FROM posts WHERE id IN (${newest})) AND deleted_at IS NULL AND is_banned = 0 LIMIT 40000`,
      ),
      authors: ids(`SELECT author_id AS value FROM posts WHERE id IN (${newest}) AND author_id IS NOT NULL`),
      colleges: ids('SELECT DISTINCT college_id AS value FROM users'),
      branches: ids('SELECT code AS value FROM branches'),
      topics: ids(`SELECT DISTINCT topic AS value FROM posts WHERE id IN (${newest})`),
      words: [...new Set(titles.flatMap((title) => title.toLowerCase().match(/[a-z]{3,}/g) ?? []))],
      furtherPages: [],
    }
  } finally {
    db.close()
  }
}

const READERS = 60
const PAGES = 4

/** Pages two to five of the feed, of some readers, by the cursors that the server gives. */
export async function findFurtherPages(campus: Campus, origin: string) {
  for (const cookie of campus.cookies.slice(0, READERS)) {
    let cursor = ''
    for (let page = 0; page <= PAGES; page++) {
      const path = `/api/v1/posts?limit=20${cursor === '' ? '' : `&cursor=${cursor}`}&sortBy=hot`
      if (page > 0) campus.furtherPages.push(['GET', path, cookie])
      const answer = await (await fetch(origin + path, { headers: { cookie } })).json()
      cursor = encodeURIComponent(answer.data?.meta?.nextCursor ?? '')
      if (cursor === '') throw new Error(`the feed has no next page: ${JSON.stringify(answer).slice(0, 300)}`)
    }
  }
}

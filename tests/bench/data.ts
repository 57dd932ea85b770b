import { Database } from 'bun:sqlite'
import {
  closeSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSessions } from '../support/open-sessions'
import { copyToFloor } from './floor/copy'

const root = join(import.meta.dir, '../..')
/** Made once and kept between runs: a million posts take minutes. */
const KEPT = join(tmpdir(), 'quad-bench')

/** Students whose sessions the requests carry. */
const READERS = 2000
const SESSION_MS = 30 * 86_400_000
/** What the front pages show, and so what strangers open. */
const HOT_POSTS = 100

/** A seeded campus on disk, and what requests to it are made of. */
export type DataSet = {
  posts: number
  /** A data directory of Quad. */
  folder: string
  cookies: string[]
  /** Public posts, and the newest of them. */
  publicPosts: string[]
  hotPosts: string[]
  largestCollege: string
  /** Who has written most. */
  mostProductive: string
}

/** As many students as in the floor's own seed for 100,000 posts; never fewer than the readers. */
const studentsFor = (posts: number) => Math.max(READERS * 1.1, Math.min(50_000, posts / 10))

/** A change of the schema or of the seed makes data sets of before worthless. */
function fingerprint() {
  const hash = new Bun.CryptoHasher('sha1')
  for (const folder of ['db/migrations', 'db/seed'])
    for (const name of readdirSync(join(root, folder))
      .filter((each) => /\.(sql|ts)$/.test(each))
      .sort())
      hash.update(readFileSync(join(root, folder, name)))
  return hash.digest('hex').slice(0, 10)
}

/**
 * The campus with so many posts, seeded unless an earlier run has left it in `kept`. `aliased`: of a hundred authors of a
 * thread, how many write under an alias.
 */
export async function dataSet(posts: number, { kept = KEPT, aliased = 0 } = {}): Promise<DataSet> {
  const folder = join(kept, `${posts}-${fingerprint()}${aliased === 0 ? '' : `-${aliased}`}`)
  if (!existsSync(folder)) await seed(folder, posts, aliased)
  return openDataSet(folder, posts)
}

/** The campus in a data directory, in which `readers` are signed in from now on, and nobody else. */
export function openDataSet(folder: string, posts: number, readers = READERS): DataSet {
  const db = new Database(join(folder, 'quad.db'), { readwrite: true, strict: true })
  try {
    const hotPosts = publicPosts(db, HOT_POSTS)
    return {
      posts,
      folder,
      cookies: signIn(db, readers),
      publicPosts: publicPosts(db, 200_000),
      hotPosts,
      largestCollege: mostFrequent(db, 'college_id', 'users'),
      mostProductive: mostFrequent(db, 'author_id', 'posts'),
    }
  } finally {
    db.run('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
  }
}

async function seed(folder: string, posts: number, aliased: number) {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const amounts = { users: studentsFor(posts), posts, aliased, until: '2026-11-01' }
  const args = ['seed', ...Object.entries(amounts).flatMap(([name, amount]) => [`--${name}`, String(amount)])]
  const child = Bun.spawn([process.execPath, join(root, 'src/cli.ts'), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: unfinished },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new Error('the campus could not be seeded')
  renameSync(unfinished, folder)
}

function publicPosts(db: Database, most: number) {
  const text = "SELECT id FROM posts WHERE audience = 'public' ORDER BY created_at DESC LIMIT ?"
  return db
    .query<{ id: string }, [number]>(text)
    .all(most)
    .map(({ id }) => id)
}

function mostFrequent(db: Database, column: string, table: string) {
  const text = `SELECT ${column} AS id FROM ${table} GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`
  return db.query<{ id: string }, []>(text).get()?.id ?? ''
}

/** Signs in so many readers, and nobody else. Used just now, so that reading with them writes nothing. */
function signIn(db: Database, readers: number) {
  // User ids are random: the first ones are as good as any.
  const users = db
    .query<{ id: string }, [number]>(
      "SELECT id FROM users WHERE status = 'ACTIVE' AND id NOT IN (SELECT user_id FROM sanctions) ORDER BY id LIMIT ?",
    )
    .all(readers)
    .map(({ id }) => id)
  db.run('DELETE FROM sessions')
  db.run('DELETE FROM session_tokens')
  return openSessions(db, users, 'bench').map(({ cookie }) => cookie)
}

/**
 * On disk when it returns: a copy that the system writes back later disturbs every write that is measured meanwhile.
 */
function copyToDisk(from: string, to: string) {
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  const descriptor = openSync(to, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Copies that a run may write to; removed with it. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), 'quad-bench-run-'))
  #serial = 0

  /** A data directory with a copy of the campus, and its keys, without which no server opens it. */
  quad({ folder }: DataSet) {
    const copy = join(this.folder, `data-${this.#serial++}`)
    mkdirSync(copy)
    copyToDisk(join(folder, 'quad.db'), join(copy, 'quad.db'))
    cpSync(join(folder, 'keys'), join(copy, 'keys'), { recursive: true })
    return copy
  }

  /** A copy of the campus for the floor, the sessions with it. */
  floor({ folder, cookies }: DataSet) {
    const original = join(folder, 'floor.db')
    if (!existsSync(original)) {
      copyToFloor(join(folder, 'quad.db'), `${original}.unfinished`)
      renameSync(`${original}.unfinished`, original)
    }
    const copy = join(this.folder, `floor-${this.#serial++}.db`)
    copyToDisk(original, copy)
    const users = new Database(join(folder, 'quad.db'), { readwrite: true })
    const floor = new Database(copy, { readwrite: true })
    const userOf = users.prepare<{ id: string }, [string]>(
      'SELECT s.user_id AS id FROM session_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.hash = ?',
    )
    const insert = floor.prepare('INSERT INTO sessions (token, user_id, expires_at) VALUES (?, ?, ?)')
    floor.run('BEGIN')
    for (const cookie of cookies) {
      const token = cookie.slice(cookie.indexOf('=') + 1)
      const hash = new Bun.CryptoHasher('sha256').update(token).digest('base64url')
      insert.run(token, userOf.get(hash)?.id ?? '', Date.now() + SESSION_MS)
    }
    floor.run('COMMIT')
    // A connection lives on until its statements are gone, and would keep the server from being alone.
    for (const each of [insert, userOf]) each.finalize()
    floor.close(true)
    users.close(true)
    return copy
  }

  /** A file of requests, a line each: method, path, cookie, body and another header between tabs. */
  requests(lines: readonly (readonly [method: string, path: string, cookie: string, body?: string, more?: string])[]) {
    const file = join(this.folder, `requests-${this.#serial++}.tsv`)
    writeFileSync(
      file,
      lines
        .map(([method, path, cookie, body = '', more]) =>
          [method, path, cookie, body, ...(more === undefined ? [] : [more])].join('\t'),
        )
        .join('\n')
        .concat('\n'),
    )
    return file
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

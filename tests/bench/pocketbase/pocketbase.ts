import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSet } from '../data'

/** The program, built anew where its sources changed; undefined without Go. */
export function buildPocketbase(folder: string): string | undefined {
  const go = Bun.which('go')
  if (go === null) return undefined
  const program = join(folder, 'pocketbase')
  const { exitCode } = Bun.spawnSync([go, 'build', '-o', program, '.'], { cwd: import.meta.dir, stderr: 'inherit' })
  if (exitCode !== 0) throw new Error('PocketBase could not be built')
  return program
}

const time = (column: string): string => `replace(${column}, 'T', ' ')`

/** Ids stay, so that the same requests name the same posts. */
const ROWS = `
INSERT INTO users (id, email, name, password, tokenKey, verified, college, created, updated)
  SELECT id, id || '@example.org', username, '', hex(randomblob(25)), 1, college_id, ${time('created_at')}, ${time('updated_at')} FROM quad.users;
INSERT INTO posts (id, title, content, topic, college, isPrivate, author, upvotes, commentsCount, created)
  SELECT id, title, content, topic, college_id, is_private, coalesce(author_id, ''), upvote_count, comments_count, ${time('created_at')}
  FROM quad.posts WHERE moderation_state = 'active' ORDER BY rowid;
INSERT INTO comments (id, content, post, author, created)
  SELECT id, content, post_id, coalesce(author_id, ''), ${time('created_at')} FROM quad.comments WHERE is_banned = 0 AND deleted_at IS NULL ORDER BY rowid;
INSERT INTO votes (id, value, post, author, created)
  SELECT id, value, post_id, user_id, ${time('created_at')} FROM quad.post_votes;
ANALYZE`

/** The campus as PocketBase has it, in a new folder. */
export function copyToPocketbase(program: string, { folder }: DataSet, to: string): void {
  mkdirSync(to, { recursive: true })
  run(program, to, 'prepare')
  const db = new Database(join(to, 'data.db'), { readwrite: true })
  db.run(`ATTACH '${join(folder, 'quad.db').replaceAll("'", "''")}' AS quad`)
  for (const text of ROWS.split(';')) db.run(text)
  db.close()
}

/** A user that the requests are made by. */
export type Caller = { id: string; token: string }

export const callers = (program: string, folder: string, most: number): Caller[] =>
  run(program, folder, 'tokens')
    .trim()
    .split('\n')
    .slice(0, most)
    .map((line) => {
      const [id = '', token = ''] = line.split(' ')
      return { id, token }
    })

function run(program: string, folder: string, command: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([program, command, '--dir', folder])
  if (exitCode !== 0 || !existsSync(join(folder, 'data.db'))) throw new Error(`pocketbase ${command}: ${stderr}`)
  return stdout.toString()
}

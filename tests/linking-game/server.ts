import { setSystemTime } from 'bun:test'
import { storage } from '../../db/storage'
import { waitingComments } from '../../src/forum/comments/delayed'
import { waitingPosts } from '../../src/forum/posts/delayed'
import { finishAccountDeletions } from '../../src/keeping/erasure/delete-account'
import { runMaintenance } from '../../src/keeping/maintenance/maintenance'
import { nextTimeout, runTimeouts } from './clock'
import { settled } from './device'
import { DAY, type Game, type Group, keyOf, SECOND, type Text } from './game'

// The server's clock, what it does by itself when the time has come, and what that changed: read from its database,
// because the truth is in no answer.

/** The server looks every ten seconds whether something is due. */
const TICK = 10 * SECOND

type Due = { at: number; run: () => unknown }

const DUE = [
  { table: 'delayed_posts', column: 'publish_at', run: waitingPosts.publishDue },
  { table: 'delayed_comments', column: 'publish_at', run: waitingComments.publishDue },
  { table: 'alias_endings', column: 'due_at', run: finishAccountDeletions },
] as const

const online = ({ students, attacker }: Game) => [...students.values(), attacker].map(({ device }) => device)

/** Sets the clock, and on the way runs what becomes due. Before it moves on, all that was begun is done. */
export async function advance(game: Game, to: number) {
  await settled(online(game))
  for (;;) {
    const [first] = allDue(game).sort((a, b) => a.at - b.at)
    if (first === undefined || first.at > to) break
    setSystemTime(new Date(Math.max(first.at, Date.now())))
    await first.run()
    await observe(game, 'delayed')
  }
  if (to > Date.now()) setSystemTime(new Date(to))
}

const allDue = (game: Game): Due[] => [
  ...DUE.map(({ table, column, run }) => ({
    at: nextOf(table, column),
    async run() {
      await run()
      if (table === 'alias_endings') observeGone(game.targets.values())
    },
  })),
  {
    at: nextMaintenance(game),
    async run() {
      maintained.set(game, nextMaintenance(game))
      await runMaintenance()
    },
  },
  { at: nextTimeout(), run: runTimeouts },
]

function nextOf(table: string, column: string) {
  const text = `SELECT min(${column}) AS at FROM ${table}`
  const at = storage.reader.sqlite.query<{ at: string | null }, []>(text).get()?.at
  return at ? Math.ceil((Date.parse(at) + 1) / TICK) * TICK : Number.POSITIVE_INFINITY
}

const maintained = new WeakMap<Game, number>()
const nextMaintenance = (game: Game) => (maintained.get(game) ?? game.began + DAY / 8 - DAY) + DAY

const TEXTS = {
  post: 'SELECT p.rowid AS row, p.id, p.id AS postId, p.author_id AS nameId, p.content FROM posts p',
  comment: `SELECT p.rowid AS row, p.id, o.id AS postId, u.id AS nameId, p.content
    FROM comments p JOIN posts o ON o.key = p.post LEFT JOIN users u ON u.key = p.author`,
} as const
type Row = Record<'id' | 'postId' | 'nameId' | 'content' | 'account' | 'name' | 'college', string> & { row: number }
const last = { post: 0, comment: 0 }

/** Notes the texts that have appeared since it was last called, and whose they are. */
export async function observe(game: Game, group: Group) {
  await settled(online(game))
  for (const kind of ['post', 'comment'] as const) {
    const text = `SELECT t.*, coalesce((SELECT id FROM users WHERE key = a.account), t.nameId) AS account, u.username AS name, u.college_id AS college
      FROM (${TEXTS[kind]} WHERE p.rowid > ?) t JOIN users u ON u.id = t.nameId
      LEFT JOIN aliases a ON a.alias = u.key ORDER BY t.row`
    for (const row of storage.reader.sqlite.query<Row, [number]>(text).all(last[kind])) {
      last[kind] = row.row
      if (game.students.has(row.account)) add(game, row, kind, group)
    }
  }
}

function add(game: Game, { id, row, content, ...who }: Row, kind: Text['kind'], by: Group) {
  const [key, at] = [keyOf(who.nameId, who.postId), Date.now()]
  const group = who.nameId === who.account ? 'named' : by
  const target = game.targets.get(key) ?? { ...who, group, texts: [] }
  target.texts.push({ id, kind, postId: who.postId, sentAt: game.sent.get(content) ?? at, at, goneAt: null })
  game.targets.set(key, target)
}

/** Notes which of the texts are no longer there. */
export function observeGone(targets: Iterable<{ texts: Text[] }>) {
  const isThere = storage.reader.sqlite.query<{ id: string }, [string, string]>(
    'SELECT id FROM posts WHERE id = ? UNION ALL SELECT id FROM comments WHERE id = ? AND author IS NOT NULL',
  )
  for (const { texts } of targets)
    for (const text of texts)
      if (text.goneAt === null && isThere.get(text.id, text.id) === null) text.goneAt = Date.now()
}

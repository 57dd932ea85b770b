import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { heldTexts } from '../../../db/schema/held-texts'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { INTEGER, orNull, type Raw, selectList, sqlVariants } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { named, nullable, paginate, recordId } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { HELD, type HELD_STATES, heldText, toHeldText } from '../held/texts'
import { notByViewer } from '../names/own-names'
import { DOUBTS, type Doubt } from '../policy/check-texts'

// The queue of held texts, for everybody but their authors. held.ts decides.

export const heldEntry = named(
  'HeldEntry',
  t.Object({
    ...heldText.properties,
    doubts: t.Array(t.UnionEnum(DOUBTS), { maxItems: DOUBTS.length }),
    author: t.Object({ id: recordId, username: t.String() }),
    postTitle: nullable(t.String({ description: 'Of a comment: the post that it is on' })),
    parentContent: nullable(t.String({ description: 'Of a comment: what it answers' })),
  }),
)

type State = (typeof HELD_STATES)[number]

const WAITING = { waiting: 'refused_at IS NULL', refused: 'refused_at IS NOT NULL' } as const
const INDICES = { waiting: 'held_texts_waiting', refused: 'held_texts_refused' } as const
const ORDERS = { waiting: 'created_at, id', refused: 'refused_at DESC, id DESC' } as const

const ENTRY = {
  ...HELD,
  username: users.username,
  postTitle: orNull(posts.title),
  parentContent: orNull(comments.content),
}
type Entry = Raw<typeof ENTRY>

/** What waits longest comes first, and what was refused last. */
export const heldPageText = (state: State): string => `
  SELECT ${selectList(HELD, 'h')}, u.username, p.title AS postTitle, c.content AS parentContent
  FROM (
    SELECT rowid AS number FROM held_texts INDEXED BY ${INDICES[state]}
    WHERE ${WAITING[state]} AND ${notByViewer('author_id')} ORDER BY ${ORDERS[state]} LIMIT $limit OFFSET $offset
  ) page CROSS JOIN held_texts h ON h.rowid = page.number CROSS JOIN users u ON u.id = h.author_id
  LEFT JOIN posts p ON p.id = h.post_id LEFT JOIN comments c ON c.id = h.parent_comment_id`

export const heldCountText = (state: State): string => `
  SELECT count(*) AS count FROM held_texts INDEXED BY ${INDICES[state]} WHERE ${WAITING[state]} AND ${notByViewer('author_id')}`

const VIEWER = { viewer: heldTexts.authorId }
const pages = sqlVariants(heldPageText, { returns: ENTRY, params: { ...VIEWER, limit: INTEGER, offset: INTEGER } })
const counts = sqlVariants(heldCountText, { returns: { count: INTEGER }, params: VIEWER })

const toEntry = ({ username, postTitle, parentContent, ...row }: Entry): Static<typeof heldEntry> => ({
  ...toHeldText(row),
  doubts: JSON.parse(row.doubts) as Doubt[],
  author: { id: row.authorId, username },
  postTitle,
  parentContent,
})

type Page = { state?: State | undefined; page: number; limit: number }

/** Without the viewer's own. */
export async function listHeldEntries({ id: viewer }: Viewer, { state = 'waiting', page, limit }: Page) {
  const total = counts(storage.reader, state).get({ viewer })?.count ?? 0
  const rows = pages(storage.reader, state).all({ viewer, limit, offset: (page - 1) * limit })
  return { held: rows.map(toEntry), pagination: paginate(total, page, limit) }
}

export const countHeldTexts = (db: Connection, { id: viewer }: Pick<Viewer, 'id'>): number =>
  counts(db, 'waiting').get({ viewer })?.count ?? 0

import { type Static, t } from 'elysia'
import { bursts } from '../../../db/schema/bursts'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { idOf, orNull, pick, type Raw, selectList } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { refuse } from '../../errors'
import { integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { notBy } from '../names/own-names'
import { ALERT, forgetBurst, MOST_NAMED, type RecentText } from './bursts'

// Moderators are told, and nothing is refused. An alert has ids and numbers, no words, and stands until it is dismissed.

export const burst = namedObject('Burst', {
  id: recordId,
  kind: t.UnionEnum(['account', 'text', 'link'], {
    description: 'Many texts by one account; the same text, or links to one site, by several',
  }),
  author: nullable(t.Object({ id: recordId, username: t.String() })),
  domain: nullable(t.String()),
  accounts: integer(),
  texts: integer(),
  named: t.Array(t.Object({ type: t.UnionEnum(['post', 'comment']), id: recordId, postId: recordId }), {
    maxItems: MOST_NAMED,
    description: 'The newest of those that are still there, and their posts',
  }),
  since: timestamp,
  until: timestamp,
})
export type Burst = Static<typeof burst>

const LISTED = { ...ALERT, username: orNull(users.username) }
const COLUMNS = raw(`${selectList(ALERT, 'b')}, u.username`)

/** The newest first; nobody is told of their own. Index: bursts_until. */
export function listBursts(db: Connection, viewer: Pick<Viewer, 'id'>): Burst[] {
  const rows = sql(LISTED)`
    SELECT ${COLUMNS} FROM bursts b LEFT JOIN users u ON u.id = b.author_id
    WHERE ${notBy(viewer.id, 'b.author_id')} ORDER BY b.until DESC, b.id`
  return rows.all(db).map((row) => toBurst(db, row))
}

function toBurst(db: Connection, { about, authorId, username, named, ...row }: Raw<typeof LISTED>): Burst {
  const texts: Pick<RecentText, 'type' | 'id'>[] = JSON.parse(named)
  const ids = JSON.stringify(texts.map(({ id }) => id))
  const found = sql({ id: posts.id, postId: posts.id })`
    SELECT p.id, p.id AS postId FROM json_each(${ids}) wanted CROSS JOIN posts p ON p.id = wanted.value
    UNION ALL SELECT c.id, ${raw(idOf('posts', 'c.post'))} FROM json_each(${ids}) wanted
    CROSS JOIN comments c ON c.id = wanted.value AND c.deleted_at IS NULL`
  const postOf = new Map(found.all(db).map(({ id, postId }) => [id, postId]))
  return {
    ...row,
    author: authorId === null || username === null ? null : { id: authorId, username },
    domain: row.kind === 'link' ? about : null,
    named: texts.toReversed().flatMap(({ type, id }) => {
      const postId = postOf.get(id)
      return postId === undefined ? [] : [{ type, id, postId }]
    }),
  }
}

/** 404 for one that there is not, and where another moderator was faster. It takes as many new texts to tell again. */
export async function dismissBurst(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'admin', (tx, user) => {
    const remove = sql(pick(bursts, 'kind', 'about', 'authorId'))`
      DELETE FROM bursts WHERE id = ${id} AND ${notBy(user.id, 'author_id')}
      RETURNING kind, about, author_id AS authorId`
    const dismissed = remove.get(tx) ?? refuse('NOT_FOUND', 'moderation.burstMissing')
    const { kind, authorId } = dismissed
    audit(tx, user, {
      action: 'admin:dismissed:burst',
      entityType: authorId === null ? 'burst' : 'user',
      entityId: authorId ?? id,
      metadata: { kind },
    })
    tx.afterCommit(() => forgetBurst(dismissed))
  })
}

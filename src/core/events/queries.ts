import { posts } from '../../../db/schema/posts'
import { INTEGER, orNull, type Raw, sqlVariants, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { Cursor } from '../../lib/cursor'
import { AUDIENCE_PARAMS, AUDIENCES, type Audience } from '../posts/feed-visibility'
import { WITHOUT_BLOCKED } from '../posts/queries'

/** Each combination is one text, prepared once. */
export type AgendaShape = { audience: Audience; hasBlocked: boolean; afterCursor: boolean }

/** Walks the index of the posts with a date. */
export const agendaText = ({ audience, hasBlocked, afterCursor }: AgendaShape): string => `
  SELECT p.id, p.starts_at AS value FROM posts p INDEXED BY posts_events
  WHERE p.starts_at >= $from AND p.starts_at < $until AND p.${AUDIENCES[audience]}
    ${hasBlocked ? WITHOUT_BLOCKED.near : ''} ${afterCursor ? 'AND (p.starts_at, p.id) > ($afterValue, $afterId)' : ''}
  ORDER BY p.starts_at, p.id LIMIT $limit`

const PARAMS = {
  ...AUDIENCE_PARAMS,
  from: TEXT,
  until: TEXT,
  blocked: TEXT,
  afterValue: TEXT,
  afterId: posts.id,
  limit: INTEGER,
}

const agenda = sqlVariants(agendaText, { returns: { id: posts.id, value: orNull(posts.startsAt) }, params: PARAMS })

export async function readAgenda(
  db: Connection,
  shape: AgendaShape,
  params: Partial<Raw<typeof PARAMS>>,
): Promise<Cursor[]> {
  const rows = agenda(db, shape).all(params)
  return rows.flatMap(({ id, value }) => (value === null ? [] : [{ id, value }]))
}

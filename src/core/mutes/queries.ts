import { mutes } from '../../../db/schema/follows'
import { FLAG, INTEGER, pick, type Raw, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

// SQL text: every notification runs it.

export type MuteKind = (typeof mutes.kind.enumValues)[number]

const KEY = pick(mutes, 'userId', 'kind', 'target')
export type MuteKey = Raw<typeof KEY>

const insert = sqlStatement(
  `INSERT INTO mutes (user_id, kind, target, post_id, created_at)
  VALUES ($userId, $kind, $target, CASE $kind WHEN 'post' THEN $target END, $now)
  ON CONFLICT DO NOTHING`,
  { params: { ...KEY, now: mutes.createdAt } },
)
/** Returns false for what is muted already. */
export const insertMute = (tx: Tx, key: MuteKey): boolean =>
  insert(tx).run({ ...key, now: new Date().toISOString() }).changes > 0

const remove = sqlStatement('DELETE FROM mutes WHERE user_id = $userId AND kind = $kind AND target = $target', {
  params: KEY,
})
export const deleteMute = (tx: Tx, key: MuteKey): boolean => remove(tx).run(key).changes > 0

const count = sqlStatement('SELECT count(*) AS count FROM mutes WHERE user_id = $userId AND kind = $kind', {
  returns: { count: INTEGER },
  params: pick(mutes, 'userId', 'kind'),
})
export const countMutes = (db: Connection, userId: string, kind: MuteKind): number =>
  count(db).get({ userId, kind })?.count ?? 0

const ROW = pick(mutes, 'kind', 'target')

/** By the primary key; a user has some hundreds at most. */
const ofUser = sqlStatement('SELECT kind, target FROM mutes WHERE user_id = $userId ORDER BY created_at DESC, target', {
  returns: ROW,
  params: { userId: mutes.userId },
})
export const mutesOf = (db: Connection, userId: string): Raw<typeof ROW>[] => ofUser(db).all({ userId })

const any = sqlStatement('SELECT 1 AS found FROM mutes WHERE user_id = $userId LIMIT 1', {
  returns: { found: FLAG },
  params: { userId: mutes.userId },
})
/** Most people mute nothing. */
export const hasMutes = (db: Connection, userId: string): boolean => any(db).get({ userId }) !== undefined

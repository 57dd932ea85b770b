import { type Static, t } from 'elysia'
import { heldTexts } from '../../../db/schema/held-texts'
import { users } from '../../../db/schema/users'
import { INTEGER, orNull, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { actorOn, type Writer } from '../../campus/authorship/writers'
import { refuse } from '../../errors'
import { isSelf, type Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { namesOf } from '../../ground/names/own-names'
import { type Doubt, refuseNewAccountLinks } from '../../ground/policy/check-texts'
import { forgetText } from '../../ground/policy/duplicates'
import { presetText, toPresetText } from '../../ground/settings/removal-reasons'
import { namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { message } from '../../messages/message'

// Held texts: posts and comments that wait for a moderator (order/moderation/held.ts decides). Only their authors and
// moderators see them. They are rows of a table of their own, so that no list, count, search, notification or socket
// has to leave them out. A refused one stays for its author, with the reason, until it is taken back or old.

/** Of one author; beyond, a text that would wait is refused. */
export const MOST_HELD = 20
const REFUSED_DAYS = 30
const DAY_MS = 86_400_000
/** Rows deleted in one transaction, which other writes wait for. */
const DELETE_BATCH = 1_000

export const HELD_STATES = ['waiting', 'refused'] as const

/** In the own record of a post or comment. */
export const heldMark = t.Optional(
  t.UnionEnum(HELD_STATES, { description: 'For the author alone: it waits for a moderator, or one refused it' }),
)

export const heldText = namedObject('HeldText', {
  id: recordId,
  type: t.UnionEnum(['post', 'comment']),
  title: nullable(t.String({ description: 'Of a post, as the next three' })),
  topic: nullable(t.String()),
  isPrivate: nullable(t.Boolean()),
  startsAt: nullable(timestamp),
  place: nullable(t.String()),
  content: t.String(),
  postId: nullable(recordId),
  parentCommentId: nullable(recordId),
  state: t.UnionEnum(HELD_STATES),
  reason: nullable(t.String({ description: 'Of a refusal, in the words of the moderator' })),
  rule: nullable(t.String()),
  preset: nullable(presetText),
  createdAt: timestamp,
})
type HeldText = Static<typeof heldText>

/** For its author. */
export const ownHeldText = namedObject('OwnHeldText', {
  ...heldText.properties,
  alias: nullable(t.String({ description: 'The name for the thread that it goes under; null for one’s own' })),
})
type OwnHeldText = Static<typeof ownHeldText>

const NEW = {
  ...pick(heldTexts, 'id', 'type', 'authorId', 'content', 'doubts', 'createdAt'),
  ...pick(heldTexts, 'title', 'topic', 'startsAt', 'place', 'isPrivate', 'postId', 'parentCommentId'),
}
export const HELD = { ...NEW, ...pick(heldTexts, 'refusedAt', 'refusedBy', 'reason', 'rule', 'preset') }
export type HeldRow = Raw<typeof HELD>
const COLUMNS = selectList(HELD)

export const heldState = ({ refusedAt }: Pick<HeldRow, 'refusedAt'>): (typeof HELD_STATES)[number] =>
  refusedAt === null ? 'waiting' : 'refused'

export function toHeldText({ authorId: _author, doubts: _, refusedAt, refusedBy: _by, ...text }: HeldRow): HeldText {
  const isPrivate = text.isPrivate === null ? null : text.isPrivate === 1
  return { ...text, isPrivate, state: heldState({ refusedAt }), preset: toPresetText(text.preset) }
}

const insert = sqlStatement(
  `INSERT INTO held_texts (
    id, type, author_id, content, title, topic, starts_at, place, is_private, post_id, parent_comment_id, doubts, created_at
  ) VALUES (
    $id, $type, $authorId, $content, $title, $topic, $startsAt, $place, $isPrivate, $postId, $parentCommentId, $doubts, $createdAt
  )`,
  { params: NEW },
)
const count = sqlStatement(`SELECT count(*) AS count FROM held_texts WHERE author_id IN ${namesOf('$accountId')}`, {
  returns: { count: INTEGER },
  params: { accountId: users.id },
})
const ID = pick(heldTexts, 'id')
const byId = sqlStatement(`SELECT ${COLUMNS} FROM held_texts WHERE id = $id`, { returns: HELD, params: ID })
/** Newest first: ids are in the order of time. Index: held_texts_author. */
const byAccount = sqlStatement(
  `SELECT ${COLUMNS}, (SELECT username FROM users WHERE users.id = author_id AND status = 'ALIAS') AS alias
  FROM held_texts WHERE author_id IN ${namesOf('$accountId')} ORDER BY id DESC`,
  { returns: { ...HELD, alias: orNull(users.username) }, params: { accountId: users.id } },
)
const take = sqlStatement('DELETE FROM held_texts WHERE id = $id', { params: ID })
/** Index: held_texts_refused. */
const deleteRefused = sqlStatement(
  `DELETE FROM held_texts WHERE rowid IN (
    SELECT rowid FROM held_texts WHERE refused_at < $before ORDER BY refused_at LIMIT $limit
  )`,
  { params: { before: TEXT, limit: INTEGER } },
)

type PostToHold = { type: 'post' } & Pick<HeldRow, keyof typeof NO_POST>
type CommentToHold = { type: 'comment' } & Pick<HeldRow, 'postId' | 'parentCommentId'>
type ToHold = Pick<HeldRow, 'id' | 'content' | 'createdAt'> & (PostToHold | CommentToHold)

const NO_POST = { title: null, topic: null, startsAt: null, place: null, isPrivate: null }
const NOTHING = { ...NO_POST, postId: null, parentCommentId: null }

/**
 * Keeps a new text until a moderator decides, with the id and the time that it will have. 409 beyond `MOST_HELD`; 400 for an
 * aliased one with a doubt about its account: few accounts are new.
 */
export function holdText(tx: Tx, { self, author, actor }: Writer, text: ToHold, doubts: readonly Doubt[]) {
  const { title, content } = { ...NOTHING, ...text }
  if (author.id !== self.id && doubts.includes('new_account_link'))
    refuseNewAccountLinks({ ...(title === null ? {} : { title }), content })
  if ((count(tx).get({ accountId: self.id })?.count ?? 0) >= MOST_HELD)
    refuse('CONFLICT', message('held.tooMany', { max: MOST_HELD }))
  insert(tx).run({ ...NOTHING, ...text, authorId: author.id, doubts: JSON.stringify(doubts) })
  audit(tx, actor, { action: 'user:held:text', entityType: text.type, entityId: text.id })
}

export const heldRow = (db: Connection, id: string): HeldRow | undefined => byId(db).get({ id })

/** The author's own, under any of the author's names. */
export function ownHeldRow(db: Connection, author: Pick<Viewer, 'id' | 'aliases'>, id: string): HeldRow | undefined {
  const row = heldRow(db, id)
  return row && isSelf(author, row.authorId) ? row : undefined
}

/** Removes it from those that wait. */
export const takeHeldRow = (tx: Tx, id: string) => take(tx).run({ id })

export const listHeldTexts = ({ id: accountId }: Viewer): OwnHeldText[] =>
  byAccount(storage.reader)
    .all({ accountId })
    .map(({ alias, ...row }) => ({ ...toHeldText(row), alias }))

/** 404 for what is not the user's own, or was released. Banned and suspended users may take theirs back, too. */
export async function takeBackHeldText(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'session', (tx, user) => {
    const row = ownHeldRow(tx, user, id) ?? missing()
    takeHeldRow(tx, id)
    audit(tx, actorOn(user, row.authorId), { action: 'user:took-back:text', entityType: row.type, entityId: id })
    // Reworded, it must not count as the same again.
    tx.afterCommit(() => forgetText(user.id, id))
  })
}

export const missing = (): never => refuse('NOT_FOUND', 'held.missing')

/** Deletes a batch of texts that were refused long ago; returns whether there may be more. */
export function deleteOldRefusals(tx: Tx): boolean {
  const before = new Date(Date.now() - REFUSED_DAYS * DAY_MS).toISOString()
  return deleteRefused(tx).run({ before, limit: DELETE_BATCH }).changes === DELETE_BATCH
}

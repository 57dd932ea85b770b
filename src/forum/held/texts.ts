import { type Static, t } from 'elysia'
import { WRITTEN } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { heldTexts } from '../../../db/schema/waiting'
import { countRows, deleteSome, insertInto, raw, sql } from '../../../db/sql'
import { orNull, pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { actorOn, type Writer } from '../../campus/authorship/writers'
import { shownCourse } from '../../campus/courses/courses'
import { courseSummary } from '../../campus/courses/schemas'
import { refuse } from '../../errors'
import { isSelf, type Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { idsOfNames } from '../../ground/names/own-names'
import { type Doubt, refuseNewAccountLinks, refusePicture } from '../../ground/policy/check-texts'
import { forgetText } from '../../ground/policy/duplicates'
import { presetText, toPresetText } from '../../ground/settings/removal-reasons'
import { isoOf } from '../../lib/text/coarse-time'
import { namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { message } from '../../messages/message'
import { attachPicture, pictureShown, shownPicture } from '../pictures/pictures'
import { pollRecord, shownPoll } from '../polls/poll'
import { question, shownQuestion } from '../questions/question'

// Held texts: posts and comments that wait for a moderator (order/moderation/held.ts decides). Only their authors and
// moderators see them. They are rows of a table of their own, so that no list, count, search, notification or socket
// has to leave them out. A refused one stays for its author, with the reason, until it is taken back or old.

/** Of one author; beyond, a text that would wait is refused. */
export const MOST_HELD = 20
const REFUSED_MS = 30 * 86_400_000

export const HELD_STATES = ['waiting', 'refused'] as const

/** In the own record of a post or comment. */
export const heldMark = t.Optional(
  t.UnionEnum(HELD_STATES, { description: 'For the author alone: it waits for a moderator, or one refused it' }),
)

/** In the answer to whoever has just written it, and nowhere else: it is not stored. */
export const careMark = t.Optional(
  t.Literal(true, { description: 'For the author alone, in the answer to sending it: the words may ask for help' }),
)

export const heldText = namedObject('HeldText', {
  id: recordId,
  type: t.UnionEnum(['post', 'comment']),
  title: nullable(t.String({ description: 'Of a post, as the next three' })),
  topic: nullable(t.String()),
  isPrivate: nullable(t.Boolean()),
  startsAt: nullable(timestamp),
  place: nullable(t.String()),
  course: t.Optional(courseSummary),
  picture: t.Optional(pictureShown),
  question,
  poll: t.Optional(pollRecord),
  content: t.String(),
  postId: nullable(recordId),
  parentCommentId: nullable(recordId),
  state: t.UnionEnum(HELD_STATES),
  reason: nullable(t.String({ description: 'Of a refusal, in the words of the moderator' })),
  rule: nullable(t.String()),
  preset: nullable(presetText),
  createdAt: timestamp,
})

/** For its author. */
export const ownHeldText = namedObject('OwnHeldText', {
  ...heldText.properties,
  alias: nullable(t.String({ description: 'The name for the thread that it goes under; null for one’s own' })),
})

export const HELD = {
  ...pick(heldTexts, 'id', 'type', 'authorId', 'doubts', 'createdAt', 'postId', 'parentCommentId', ...WRITTEN),
  ...pick(heldTexts, 'refusedAt', 'refusedBy', 'reason', 'rule', 'preset'),
}
export type HeldRow = Raw<typeof HELD>
const COLUMNS = raw(selectList(HELD))

export const heldState = ({ refusedAt }: Pick<HeldRow, 'refusedAt'>): (typeof HELD_STATES)[number] =>
  refusedAt === null ? 'waiting' : 'refused'

export const toHeldText = ({
  authorId: _author,
  doubts: _,
  refusedAt,
  refusedBy: _by,
  isQuestion,
  courseId,
  pictureId,
  pictureAlt,
  poll,
  ...text
}: HeldRow) => ({
  ...text,
  ...shownCourse({ courseId }),
  ...shownPicture({ pictureId, pictureAlt }),
  isPrivate: text.isPrivate === null ? null : text.isPrivate === 1,
  state: heldState({ refusedAt }),
  preset: toPresetText(text.preset),
  ...shownQuestion({ isQuestion }),
  ...shownPoll(poll),
})

const NOTHING = {
  ...{ title: null, topic: null, startsAt: null, place: null, isPrivate: null, postId: null },
  ...{ isQuestion: null, courseId: null, pictureId: null, pictureAlt: null, poll: null },
}

/** A post is given with all that its author writes of it, a comment with its place. */
type ToHold = Pick<HeldRow, 'id' | 'type' | 'content' | 'createdAt'> & Partial<HeldRow>

/**
 * Keeps a new text until a moderator decides, with the id and the time that it will have. 409 beyond `MOST_HELD`; 400 for an
 * aliased one with a doubt about its account: few accounts are new.
 */
export function holdText(tx: Tx, { self, author, actor }: Writer, text: ToHold, doubts: readonly Doubt[]): void {
  const row = { ...NOTHING, parentCommentId: null, ...text, authorId: author.id, doubts: JSON.stringify(doubts) }
  if (author.id !== self.id && doubts.includes('new_account_picture')) refusePicture('new_account_picture')
  if (author.id !== self.id && doubts.includes('new_account_link'))
    refuseNewAccountLinks({ ...(row.title === null ? {} : { title: row.title }), content: row.content })
  if (countRows(tx, sql`FROM held_texts WHERE author_id IN ${idsOfNames(self.id)}`) >= MOST_HELD)
    refuse('CONFLICT', message('held.tooMany', { max: MOST_HELD }))
  insertInto(heldTexts, row).run(tx)
  attachPicture(tx, row.pictureId, 'held', row.id)
  audit(tx, actor, { action: 'user:held:text', entityType: text.type, entityId: text.id })
}

export const heldRow = (db: Connection, id: string): HeldRow | undefined =>
  sql(HELD)`SELECT ${COLUMNS} FROM held_texts WHERE id = ${id}`.get(db)

/** The author's own, under any of the author's names. */
export function ownHeldRow(db: Connection, author: Pick<Viewer, 'id' | 'aliases'>, id: string): HeldRow | undefined {
  const row = heldRow(db, id)
  return row && isSelf(author, row.authorId) ? row : undefined
}

/** Removes it from those that wait. */
export const takeHeldRow = (tx: Tx, id: string) => sql`DELETE FROM held_texts WHERE id = ${id}`.run(tx)

/** Newest first: ids are in the order of time. Index: held_texts_author. */
export const listHeldTexts = ({ id }: Viewer): Static<typeof ownHeldText>[] =>
  sql({ ...HELD, alias: orNull(users.username) })`
    SELECT ${COLUMNS}, (SELECT username FROM users WHERE users.id = author_id AND status = 'ALIAS') AS alias
    FROM held_texts WHERE author_id IN ${idsOfNames(id)} ORDER BY id DESC`
    .all(storage.reader)
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

/** Deletes a batch of texts that were refused long ago; returns whether there may be more. Index: held_texts_refused. */
export const deleteOldRefusals = (tx: Tx): boolean =>
  deleteSome(tx, 'held_texts', sql`refused_at < ${isoOf(Date.now() - REFUSED_MS)}`)

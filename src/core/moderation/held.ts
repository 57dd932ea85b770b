import { type Static, t } from 'elysia'
import { heldTexts } from '../../../db/schema/held-texts'
import { users } from '../../../db/schema/users'
import { orNull, pick, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { named, recordId } from '../../lib/schema'
import { type Account, isSelf, readAccount, type Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { publishedActor } from '../aliases/writers'
import { audit } from '../audit/audit'
import { publishComment } from '../comments/new-comment'
import { commentById } from '../comments/visibility'
import { type HeldRow, heldRow, missing, takeHeldRow } from '../held/texts'
import { addNotice, withdrawRefusalNotice } from '../notices/notices'
import { notifyReleased } from '../notifications/notify'
import { addPost } from '../posts/publish'
import { postFacts, threadAccess } from '../posts/visibility'
import { refuseDecided } from '../reports/decision'
import { toReference } from '../reports/record'
import { optionalMails } from '../settings/settings'
import { type Explanation, explain, type Why } from './explanations'
import { scheduleModerationMail } from './mails'

// Decisions about held texts: a moderator releases one, which then stands where it would have stood, or refuses it, and
// may take that back while its author has not. Nobody decides about their own.

export const DECISIONS = ['release', 'refuse', 'reopen'] as const
type Decision = Why & { decision: (typeof DECISIONS)[number] }

export const heldDecided = named(
  'HeldDecided',
  t.Object({
    id: recordId,
    type: t.UnionEnum(['post', 'comment']),
    state: t.UnionEnum(['released', 'refused', 'waiting']),
  }),
)

const DONE = { release: 'released', refuse: 'refused', reopen: 'waiting' } as const

/**
 * 404 for what is not held any more; 403 for one's own; 409 `CONFLICT` for what another moderator has refused meanwhile
 * (`meta` says who), and for a comment whose place is gone.
 */
export async function decideHeldText(
  moderator: Viewer,
  id: string,
  { decision, ...why }: Decision,
): Promise<Static<typeof heldDecided>> {
  const explanation = await explain(why, decision === 'refuse')
  const sendsMail = (await optionalMails()).contentRemoved
  return writeAs(moderator, 'admin', async (tx, moderator) => {
    const row = heldRow(tx, id) ?? missing()
    if (isSelf(moderator, row.authorId)) refuse('FORBIDDEN', 'moderation.ownContent')
    if (decision !== 'reopen') refuseRefused(tx, row)
    if (decision === 'release') await release(tx, moderator, row)
    else if (decision === 'refuse') await refuseText(tx, moderator, row, { ...explanation, sendsMail })
    else await reopen(tx, moderator, row)
    return { id: row.id, type: row.type, state: DONE[decision] }
  })
}

const nameOf = sqlStatement('SELECT username FROM users WHERE id = $id', {
  returns: { username: users.username },
  params: { id: orNull(users.id) },
})

function refuseRefused(tx: Tx, { refusedAt: at, refusedBy }: HeldRow): void {
  if (at === null) return
  const by = toReference(refusedBy, nameOf(tx).get({ id: refusedBy })?.username ?? null)
  refuseDecided({ by, state: 'refused', at }, 'held.decided')
}

/** The text appears with the id and the time that it was written with; who is told of it is told now. */
async function release(tx: Tx, moderator: Viewer, row: HeldRow): Promise<void> {
  const author = (await readAccount(tx, row.authorId)) ?? missing()
  const writer = publishedActor(tx, author)
  takeHeldRow(tx, row.id)
  if (row.type === 'post') await addPost(tx, writer, author, toPost(row), { id: row.id, at: row.createdAt })
  else {
    const { id, content, createdAt: now } = row
    const place = { postId: row.postId ?? missing(), parentCommentId: row.parentCommentId }
    if (!(await isPlaceThere(tx, author, place))) refuse('CONFLICT', 'held.placeGone')
    await publishComment(tx, writer, { id, content, now, authorId: author.id, isOfficial: 0, ...place })
  }
  await notifyReleased(tx, { type: row.type, id: row.id, authorId: row.authorId })
  await audit(tx, moderator, { action: `admin:released:${row.type}`, entityType: row.type, entityId: row.id })
}

const toPost = ({ title, content, topic, startsAt, place, isPrivate }: HeldRow) => ({
  title: title ?? '',
  content,
  topic: topic ?? '',
  startsAt,
  place,
  isPrivate: isPrivate ?? 0,
})

type CommentPlace = { postId: string; parentCommentId: string | null }

/**
 * A thread that is open to its author, and what it answers. Whether the two have blocked each other since does not
 * matter, as for what is published: a refusal would tell the moderator of the block.
 */
async function isPlaceThere(tx: Tx, author: Account, { postId, parentCommentId }: CommentPlace): Promise<boolean> {
  const post = postFacts(tx, postId)
  if (post === undefined || threadAccess(post, author) !== 'readable') return false
  if (parentCommentId === null) return true
  const parent = await commentById(tx, parentCommentId)
  return parent !== undefined && !parent.isBanned && parent.deletedAt === null
}

type Refusal = Explanation & { sendsMail: boolean }

const STATE = pick(heldTexts, 'id', 'refusedAt', 'refusedBy', 'reason', 'rule', 'preset')
const putState = sqlStatement(
  `UPDATE held_texts SET refused_at = $refusedAt, refused_by = $refusedBy, reason = $reason, rule = $rule, preset = $preset
  WHERE id = $id`,
  { params: STATE },
)

/** Its author reads why, and still has the text. */
async function refuseText(tx: Tx, moderator: Viewer, row: HeldRow, { sendsMail, ...why }: Refusal): Promise<void> {
  const refusedAt = addNotice(tx, row.authorId, { kind: 'text_refused', ...why })
  putState(tx).run({ id: row.id, refusedAt, refusedBy: moderator.id, ...why })
  if (sendsMail) scheduleModerationMail(tx, row.authorId)
  await audit(tx, moderator, {
    action: 'admin:refused:text',
    entityType: row.type,
    entityId: row.id,
    ...(why.reason === null ? {} : { reason: why.reason }),
    ...(why.rule === null ? {} : { metadata: { rule: why.rule } }),
  })
}

/** It waits again, and the author is not told of the refusal any more. */
async function reopen(tx: Tx, moderator: Viewer, { id, type, authorId, refusedAt }: HeldRow): Promise<void> {
  if (refusedAt === null) return
  withdrawRefusalNotice(tx, authorId, refusedAt)
  putState(tx).run({ id, refusedAt: null, refusedBy: null, reason: null, rule: null, preset: null })
  await audit(tx, moderator, { action: 'admin:reopened:text', entityType: type, entityId: id })
}

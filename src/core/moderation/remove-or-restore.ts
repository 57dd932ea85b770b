import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { idOf, orNull, type Raw, selectList, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { isSelf, type Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { setCommentBanned } from '../comments/threads'
import { addNotice, withdrawBulkNotices, withdrawRemovalNotice } from '../notices/notices'
import { notifyModeration } from '../notifications/notify'
import { setPostState } from '../posts/changes'
import { isKept } from '../posts/visibility'
import { refuseIfDecided } from '../reports/decision'
import { endEscalation } from '../reports/escalations'
import { announceQueueAfter } from '../reports/live'
import { resolveReportsAbout } from '../reports/resolve'
import { optionalMails } from '../settings/settings'
import { announceRemoval } from '../webhooks/outbox'
import { type Explanation, explain, type Why } from './explanations'
import { scheduleModerationMail } from './mails'
import { type CommentModerated, type PostModerated, recordModeration } from './records'

// Content that moderators remove, hide or restore: its state changes with a record, a notification, a mail, an audit
// entry.

/** `version`: that of the content as the moderator read it in the report queue. */
type Versioned = Why & { version?: string | undefined }
type PostDecision = Versioned & { state: PostModerated['moderationState'] }
type CommentDecision = Versioned & { state: CommentModerated['moderationState'] }
/** Of a bulk removal, which tells its author once of all. */
type InBulk = { bulkId?: string; isBulkUndone?: boolean }
type Decided<State> = Explanation & InBulk & { state: State; sendsMail: boolean }

/**
 * Changes the moderation state of a post, unless it has that state already. 404; 403 `FORBIDDEN` to restore one's own
 * post; 409 `CONFLICT` if another moderator has decided since the version that the decision names.
 */
export async function moderatePost(moderator: Viewer, id: string, decision: PostDecision): Promise<PostModerated> {
  await decide(moderator, id, decision, changePost)
  return { resource: 'post', resourceId: id, moderationState: decision.state }
}

/** Removes or restores a comment, unless it has that state already. Refuses as `moderatePost`. */
export async function moderateComment(
  moderator: Viewer,
  id: string,
  decision: CommentDecision,
): Promise<CommentModerated> {
  await decide(moderator, id, decision, changeComment)
  return { resource: 'comment', resourceId: id, moderationState: decision.state }
}

type Change<State> = (tx: Tx, moderator: Viewer, id: string, decision: Decided<State>) => Promise<void>

async function decide<State extends PostDecision['state']>(
  moderator: Viewer,
  id: string,
  { state, version, ...why }: Versioned & { state: State },
  change: Change<State>,
): Promise<void> {
  const explanation = await explain(why, state === 'banned')
  const sendsMail = (await optionalMails()).contentRemoved
  await writeAs(moderator, 'admin', (tx, moderator) => {
    refuseIfDecided(tx, moderator, id, version)
    return change(tx, moderator, id, { ...explanation, state, sendsMail })
  })
}

/** As `moderatePost`, in the transaction of a decision that has it as a consequence. */
export async function changePost(
  tx: Tx,
  moderator: Viewer,
  id: string,
  { state, ...decision }: Decided<PostDecision['state']>,
): Promise<void> {
  const post = readPost(tx).get({ id }) ?? refuse('NOT_FOUND', 'posts.missing')
  endEscalation(tx, moderator, id)
  if (post.state === state) return
  refuseRestoringOwn(moderator, post, state)
  await setPostState(tx, id, state)
  await recordChange(tx, moderator, { ...post, ...decision, type: 'post', id, after: state })
}

/** As `moderateComment`, in the transaction of a decision that has it as a consequence. */
export async function changeComment(
  tx: Tx,
  moderator: Viewer,
  id: string,
  { state, ...decision }: Decided<CommentDecision['state']>,
): Promise<void> {
  const comment = readComment(tx).get({ id }) ?? refuse('NOT_FOUND', 'comments.missing')
  endEscalation(tx, moderator, id)
  refuseRestoringOwn(moderator, comment, state)
  if (!(await setCommentBanned(tx, id, state === 'banned'))) return
  await recordChange(tx, moderator, { ...comment, ...decision, type: 'comment', id, after: state })
}

/** Administrators cannot undo what another one decided about their own content. */
function refuseRestoringOwn(moderator: Viewer, { authorId, state: before }: Content, after: Content['state']): void {
  if (isSelf(moderator, authorId) && before !== 'active' && after !== before && after !== 'banned')
    refuse('FORBIDDEN', 'moderation.ownContent')
}

const CONTENT = { authorId: posts.authorId, state: posts.moderationState }
type Content = Raw<typeof CONTENT>

/** To restore one that its author deletes would show it again. */
const readPost = sqlStatement(`SELECT ${selectList(CONTENT)} FROM posts WHERE id = $id AND ${isKept('posts')}`, {
  returns: CONTENT,
  params: { id: posts.id },
})

/** A deleted comment has nothing left to moderate. */
const readComment = sqlStatement(
  `SELECT ${idOf('users', 'author')} AS authorId, CASE is_banned WHEN 1 THEN 'banned' ELSE 'active' END AS state
  FROM comments WHERE id = $id AND deleted_at IS NULL`,
  { returns: { ...CONTENT, authorId: orNull(users.id) }, params: { id: comments.id } },
)

type ContentChange = Content &
  Explanation &
  InBulk & { type: 'post' | 'comment'; id: string; after: Content['state']; sendsMail: boolean }

const VERBS = { active: 'restored', banned: 'banned', shadow_banned: 'shadow-banned' } as const

/** Runs in the transaction of the change. The author must not learn of a shadow ban. */
async function recordChange(tx: Tx, moderator: Viewer, change: ContentChange): Promise<void> {
  const { type, id, authorId, state: before, after, reason, rule, preset, bulkId = null } = change
  const record = { resource: type, resourceId: id, state: after, reason, rule, preset, bulkId, ends: null }
  const now = await recordModeration(tx, moderator, record)
  if (after !== 'active') await resolveReportsAbout(tx, moderator, id, now)
  announceQueueAfter(tx, { targetId: id, authorId, change: 'decided' })
  if (bulkId === null && !change.isBulkUndone) {
    await notifyModeration(tx, { type, id, authorId, before, after })
    tellAuthor(tx, change)
  }
  if (after === 'banned') announceRemoval(tx, { subject: type, id, by: 'moderator' })
  await audit(tx, moderator, {
    action: `admin:${VERBS[after]}:${type}`,
    entityType: type,
    entityId: id,
    before: { moderationState: before },
    after: { moderationState: after },
    ...(reason === null ? {} : { reason }),
    ...(rule === null ? {} : { metadata: { rule } }),
  })
}

/** A reader of the mailbox must not learn what the author wrote, so the mail does not say what was removed. */
function tellAuthor(tx: Tx, { type, id, authorId, state: before, after, sendsMail, ...why }: ContentChange): void {
  if (authorId === null) return
  if (before === 'banned') {
    withdrawRemovalNotice(tx, authorId, id)
    withdrawBulkNotices(tx, authorId)
  }
  if (after !== 'banned') return
  const { reason, rule, preset } = why
  if (type === 'post') addNotice(tx, authorId, { kind: 'post_removed', postId: id, reason, rule, preset })
  else addNotice(tx, authorId, { kind: 'comment_removed', commentId: id, reason, rule, preset })
  if (sendsMail) scheduleModerationMail(tx, authorId)
}

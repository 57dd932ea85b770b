import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { type Raw, selectList, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { contentRemovedMail } from '../../lib/mail/templates'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { campusName } from '../colleges/directory'
import { setCommentBanned } from '../comments/threads'
import { notifyModeration } from '../notifications/notify'
import { setPostState } from '../posts/changes'
import { resolveReportsAbout } from '../reports/resolve'
import { optionalMails } from '../settings/settings'
import { mailTo } from './mails'
import { type CommentModerated, type PostModerated, recordModeration } from './records'

// Content that moderators remove, hide or restore: its state changes with a record, a notification, a mail, an audit
// entry.

type PostDecision = { state: PostModerated['moderationState']; reason?: string | undefined }
type CommentDecision = { state: CommentModerated['moderationState']; reason?: string | undefined }

/**
 * Changes the moderation state of a post, unless it has that state already. 404; 403 `FORBIDDEN` to restore one's own
 * post.
 */
export async function moderatePost(
  moderator: Viewer,
  id: string,
  { state, reason }: PostDecision,
): Promise<PostModerated> {
  const campus = await campusForMails()
  await writeAs(moderator, 'admin', async (tx, moderator) => {
    const post = readPost(tx).get({ id }) ?? refuse('NOT_FOUND', 'posts.missing')
    if (post.state === state) return
    refuseRestoringOwn(moderator, post, state)
    await setPostState(tx, id, state)
    await recordChange(tx, moderator, { ...post, type: 'post', id, after: state, reason: reason ?? null, campus })
  })
  return { resource: 'post', resourceId: id, moderationState: state }
}

/**
 * Removes or restores a comment, unless it has that state already. 404; 403 `FORBIDDEN` to restore one's own comment.
 */
export async function moderateComment(
  moderator: Viewer,
  id: string,
  { state, reason }: CommentDecision,
): Promise<CommentModerated> {
  const campus = await campusForMails()
  await writeAs(moderator, 'admin', async (tx, moderator) => {
    const comment = readComment(tx).get({ id }) ?? refuse('NOT_FOUND', 'comments.missing')
    refuseRestoringOwn(moderator, comment, state)
    if (!(await setCommentBanned(tx, id, state === 'banned'))) return
    await recordChange(tx, moderator, { ...comment, type: 'comment', id, after: state, reason: reason ?? null, campus })
  })
  return { resource: 'comment', resourceId: id, moderationState: state }
}

/** Administrators cannot undo what another one decided about their own content. */
function refuseRestoringOwn({ id }: Viewer, { authorId, state: before }: Content, after: Content['state']): void {
  if (authorId === id && before !== 'active' && after !== before && after !== 'banned')
    refuse('FORBIDDEN', 'moderation.ownContent')
}

/** The name of the campus for mails about removals; undefined if they are switched off. */
async function campusForMails(): Promise<string | undefined> {
  return (await optionalMails()).contentRemoved ? campusName() : undefined
}

/** `title` is that of the post, also for a comment. */
const CONTENT = { authorId: posts.authorId, title: posts.title, state: posts.moderationState }
type Content = Raw<typeof CONTENT>

const readPost = sqlStatement(`SELECT ${selectList(CONTENT)} FROM posts WHERE id = $id`, {
  returns: CONTENT,
  params: { id: posts.id },
})

/** A deleted comment has nothing left to moderate. */
const readComment = sqlStatement(
  `SELECT c.author_id AS authorId, p.title, CASE c.is_banned WHEN 1 THEN 'banned' ELSE 'active' END AS state
  FROM comments c CROSS JOIN posts p ON p.id = c.post_id
  WHERE c.id = $id AND c.deleted_at IS NULL`,
  { returns: CONTENT, params: { id: comments.id } },
)

type Change = Content & {
  type: 'post' | 'comment'
  id: string
  after: Content['state']
  reason: string | null
  campus: string | undefined
}

const VERBS = { active: 'restored', banned: 'banned', shadow_banned: 'shadow-banned' } as const

/** Runs in the transaction of the change. The author must not learn of a shadow ban. */
async function recordChange(tx: Tx, moderator: Viewer, change: Change): Promise<void> {
  const { type, id, authorId, state: before, after, reason } = change
  await recordModeration(tx, moderator, { resource: type, resourceId: id, state: after, reason, ends: null })
  if (after !== 'active') await resolveReportsAbout(tx, moderator, id)
  await notifyModeration(tx, { type, id, authorId, before, after })
  if (after === 'banned') await mailAuthor(tx, change)
  await audit(tx, moderator, {
    action: `admin:${VERBS[after]}:${type}`,
    entityType: type,
    entityId: id,
    before: { moderationState: before },
    after: { moderationState: after },
    ...(reason === null ? {} : { reason }),
  })
}

async function mailAuthor(tx: Tx, { campus, type, authorId, title, reason }: Change): Promise<void> {
  if (authorId === null || campus === undefined) return
  await mailTo(tx, authorId, 'removals', ({ email, language }) =>
    contentRemovedMail(language, { to: email, campus, what: type, title, reason }),
  )
}

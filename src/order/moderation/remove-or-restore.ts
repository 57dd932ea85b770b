import { posts } from '../../../db/schema/posts'
import { raw, sql } from '../../../db/sql'
import { idOf, orNull, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { addNotice, withdrawBulkNotices, withdrawRemovalNotice } from '../../campus/notices/notices'
import { scheduleModerationMail } from '../../campus/sanctions/mails'
import { audited, type Explanation, explain, recordModeration, type Why } from '../../campus/sanctions/records'
import { refuse } from '../../errors'
import { setCommentBanned } from '../../forum/comments/threads'
import { rememberPicture } from '../../forum/pictures/pictures'
import { setPostState } from '../../forum/posts/changes'
import { isKept } from '../../forum/posts/visibility'
import { isSelf, type Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { optionalMails } from '../../ground/settings/settings'
import { endEscalation, refuseIfDecided } from '../reports/decision'
import { tellJudged } from '../reports/judged'
import { announceQueueAfter } from '../reports/live'
import { resolveReportsAbout } from '../reports/service'

// Content that moderators remove, hide or restore: its state changes with a record, a notification, a mail, an audit
// entry.

const CONTENT = { authorId: orNull(TEXT), state: posts.moderationState }
type State = typeof posts.$inferSelect.moderationState

const SUBJECTS = {
  post: {
    /** To restore one that its author deletes would show it again. */
    from: raw(`author_id AS authorId, moderation_state AS state FROM posts WHERE ${isKept('posts')}`),
    missing: 'posts.missing',
    put: setPostState,
  },
  comment: {
    /** A deleted one has nothing left to moderate. */
    from: raw(`${idOf('users', 'author')} AS authorId, CASE is_banned WHEN 1 THEN 'banned' ELSE 'active' END AS state
      FROM comments WHERE deleted_at IS NULL`),
    missing: 'comments.missing',
    put: (tx: Tx, id: string, state: State) => setCommentBanned(tx, id, state === 'banned'),
  },
} as const
type ContentType = keyof typeof SUBJECTS

/**
 * Changes the moderation state of a post or a comment, unless it has that state already. 404; 403 `FORBIDDEN` to restore
 * one's own; 409 `CONFLICT` if another moderator has decided since the version that the decision names.
 */
export async function moderateContent<Type extends ContentType, After extends State>(
  moderator: Viewer,
  resource: Type,
  id: string,
  { state, version, ...why }: Why & { state: After; version?: string },
) {
  const explanation = explain(why, state === 'banned')
  const sendsMail = optionalMails().contentRemoved
  await writeAs(moderator, 'admin', (tx, moderator) => {
    refuseIfDecided(tx, moderator, id, version)
    return changeContent(tx, moderator, resource, id, { ...explanation, state, sendsMail })
  })
  return { resource, resourceId: id, moderationState: state }
}

/** `bulk`: of a bulk removal, or of the end of one (then without id), which tells its author once of all. */
type Decision = Explanation & { state: State; sendsMail?: boolean; bulk?: { id: string | null } }

const VERBS = { active: 'restored', banned: 'banned', shadow_banned: 'shadow-banned' } as const

/** As `moderateContent`, in the transaction of a decision that has it as a consequence. */
export async function changeContent(
  tx: Tx,
  moderator: Viewer,
  type: ContentType,
  id: string,
  { state: after, sendsMail, bulk, ...why }: Decision,
): Promise<void> {
  const { from, missing, put } = SUBJECTS[type]
  const content = sql(CONTENT)`SELECT ${from} AND id = ${id}`.get(tx) ?? refuse('NOT_FOUND', missing)
  const { authorId, state: before } = content
  endEscalation(tx, moderator, id)
  if (before === after) return
  // Administrators cannot undo what another one decided about their own content.
  if (isSelf(moderator, authorId) && before !== 'active' && after !== 'banned')
    refuse('FORBIDDEN', 'moderation.ownContent')
  await put(tx, id, after)
  if (type === 'post' && (before === 'banned' || after === 'banned')) rememberPicture(tx, id, after === 'banned')
  const record = { resource: type, resourceId: id, state: after, ...why, bulkId: bulk?.id ?? null, ends: null }
  const now = recordModeration(tx, moderator, record)
  if (after !== 'active') resolveReportsAbout(tx, moderator, id, now)
  tellJudged(tx, moderator, id, { isKept: after === 'active', rule: why.rule })
  announceQueueAfter(tx, { targetId: id, authorId, change: 'decided' })
  if (bulk === undefined) {
    tell(tx, 'text.moderated', { type, id, authorId, before, after })
    if (authorId !== null && before === 'banned') {
      withdrawRemovalNotice(tx, authorId, id)
      withdrawBulkNotices(tx, authorId)
    }
    if (authorId !== null && after === 'banned') {
      if (type === 'post') addNotice(tx, authorId, { kind: 'post_removed', postId: id, ...why })
      else addNotice(tx, authorId, { kind: 'comment_removed', commentId: id, ...why })
      // A reader of the mailbox must not learn what the author wrote: the mail does not say what was removed.
      if (sendsMail) scheduleModerationMail(tx, authorId)
    }
  }
  if (after === 'banned') tell(tx, 'text.removing', { type, id, by: 'moderator' })
  const change = { before: { moderationState: before }, after: { moderationState: after }, ...audited(why) }
  audit(tx, moderator, { action: `admin:${VERBS[after]}:${type}`, entityType: type, entityId: id, ...change })
}

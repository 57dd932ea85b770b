import { posts } from '../../../db/schema/posts'
import { raw, sql } from '../../../db/sql'
import { idOf, orNull, type Raw, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { addNotice, withdrawBulkNotices, withdrawRemovalNotice } from '../../campus/notices/notices'
import { scheduleModerationMail } from '../../campus/sanctions/mails'
import { audited, type Explanation, explain, recordModeration, type Why } from '../../campus/sanctions/records'
import { refuse } from '../../errors'
import { setCommentBanned } from '../../forum/comments/threads'
import { setPostState } from '../../forum/posts/changes'
import { isKept } from '../../forum/posts/visibility'
import { isSelf, type Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { optionalMails } from '../../ground/settings/settings'
import { endEscalation, refuseIfDecided } from '../reports/decision'
import { announceQueueAfter } from '../reports/live'
import { resolveReportsAbout } from '../reports/service'

// Content that moderators remove, hide or restore: its state changes with a record, a notification, a mail, an audit
// entry.

const CONTENT = { authorId: orNull(TEXT), state: posts.moderationState }
type Content = Raw<typeof CONTENT>
type State = Content['state']

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

/** `bulkId`, `isBulkUndone`: of a bulk removal, which tells its author once of all. */
type Decision = Explanation & { bulkId?: string; isBulkUndone?: boolean; state: State; sendsMail: boolean }

/** As `moderateContent`, in the transaction of a decision that has it as a consequence. */
export async function changeContent(
  tx: Tx,
  moderator: Viewer,
  type: ContentType,
  id: string,
  { state: after, ...decision }: Decision,
): Promise<void> {
  const { from, missing, put } = SUBJECTS[type]
  const content = sql(CONTENT)`SELECT ${from} AND id = ${id}`.get(tx) ?? refuse('NOT_FOUND', missing)
  endEscalation(tx, moderator, id)
  if (content.state === after) return
  // Administrators cannot undo what another one decided about their own content.
  if (isSelf(moderator, content.authorId) && content.state !== 'active' && after !== 'banned')
    refuse('FORBIDDEN', 'moderation.ownContent')
  await put(tx, id, after)
  recordChange(tx, moderator, { ...content, ...decision, type, id, after })
}

type ContentChange = Content & Omit<Decision, 'state'> & { type: ContentType; id: string; after: State }

const VERBS = { active: 'restored', banned: 'banned', shadow_banned: 'shadow-banned' } as const

/** Runs in the transaction of the change. The author must not learn of a shadow ban. */
function recordChange(tx: Tx, moderator: Viewer, change: ContentChange): void {
  const { type, id, authorId, state: before, after, reason, rule, preset, bulkId = null } = change
  const record = { resource: type, resourceId: id, state: after, reason, rule, preset, bulkId, ends: null }
  const now = recordModeration(tx, moderator, record)
  if (after !== 'active') resolveReportsAbout(tx, moderator, id, now)
  announceQueueAfter(tx, { targetId: id, authorId, change: 'decided' })
  if (bulkId === null && !change.isBulkUndone) {
    tell(tx, 'text.moderated', { type, id, authorId, before, after })
    tellAuthor(tx, change)
  }
  if (after === 'banned') tell(tx, 'text.removing', { type, id, by: 'moderator' })
  audit(tx, moderator, {
    action: `admin:${VERBS[after]}:${type}`,
    entityType: type,
    entityId: id,
    before: { moderationState: before },
    after: { moderationState: after },
    ...audited(change),
  })
}

/** A reader of the mailbox must not learn what the author wrote, so the mail does not say what was removed. */
function tellAuthor(tx: Tx, change: ContentChange): void {
  const { type, id, authorId, state: before, after, reason, rule, preset } = change
  if (authorId === null) return
  if (before === 'banned') {
    withdrawRemovalNotice(tx, authorId, id)
    withdrawBulkNotices(tx, authorId)
  }
  if (after !== 'banned') return
  const why = { reason, rule, preset }
  if (type === 'post') addNotice(tx, authorId, { kind: 'post_removed', postId: id, ...why })
  else addNotice(tx, authorId, { kind: 'comment_removed', commentId: id, ...why })
  if (change.sendsMail) scheduleModerationMail(tx, authorId)
}

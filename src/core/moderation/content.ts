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
import { resolveReportsAbout } from '../reports/reports'
import { optionalMails } from '../settings/settings'
import { mailTo } from './mails'
import { commentSubject, postSubject, type Subject } from './queries'
import { type CommentModerated, type PostModerated, recordModeration } from './records'

type PostDecision = { state: PostModerated['moderationState']; reason?: string | undefined }
type CommentDecision = { state: CommentModerated['moderationState']; reason?: string | undefined }

/** Gives a post a moderation state; the one that it has changes nothing. 404; 403 `FORBIDDEN` to lift a ban on one's own. */
export async function moderatePost(
  moderator: Viewer,
  id: string,
  { state, reason }: PostDecision,
): Promise<PostModerated> {
  const campus = await tellingCampus()
  await writeAs(moderator, 'admin', async (tx, moderator) => {
    const post = (await postSubject(tx, id)) ?? refuse('NOT_FOUND', 'posts.missing')
    if (post.state === state) return
    refuseOwnPardon(moderator, post, state)
    await setPostState(tx, id, state)
    await follow(tx, moderator, { ...post, type: 'post', id, after: state, reason: reason ?? null, campus })
  })
  return { resource: 'post', resourceId: id, moderationState: state }
}

/** Bans a comment or lifts its ban; the state that it has changes nothing. 404; 403 `FORBIDDEN` to lift it on one's own. */
export async function moderateComment(
  moderator: Viewer,
  id: string,
  { state, reason }: CommentDecision,
): Promise<CommentModerated> {
  const campus = await tellingCampus()
  await writeAs(moderator, 'admin', async (tx, moderator) => {
    const comment = (await commentSubject(tx, id)) ?? refuse('NOT_FOUND', 'comments.missing')
    refuseOwnPardon(moderator, comment, state)
    if (!(await setCommentBanned(tx, id, state === 'banned'))) return
    await follow(tx, moderator, { ...comment, type: 'comment', id, after: state, reason: reason ?? null, campus })
  })
  return { resource: 'comment', resourceId: id, moderationState: state }
}

/** What another administrator decided about one's own content stands, until another one decides. */
function refuseOwnPardon({ id }: Viewer, { authorId, state: before }: Subject, after: Subject['state']): void {
  if (authorId === id && before !== 'active' && after !== before && after !== 'banned')
    refuse('FORBIDDEN', 'moderation.ownContent')
}

/** The campus that tells authors of removals; undefined where the operator has switched that off. */
async function tellingCampus(): Promise<string | undefined> {
  return (await optionalMails()).contentRemoved ? campusName() : undefined
}

type Change = Subject & {
  type: 'post' | 'comment'
  id: string
  after: Subject['state']
  reason: string | null
  campus: string | undefined
}

const VERBS = { active: 'restored', banned: 'banned', shadow_banned: 'shadow-banned' } as const

/** What goes with the change of a state, in its transaction. Of a shadow ban the author learns nothing. */
async function follow(tx: Tx, moderator: Viewer, change: Change): Promise<void> {
  const { type, id, authorId, state: before, after, reason } = change
  await recordModeration(tx, moderator, { resource: type, resourceId: id, state: after, reason, ends: null })
  if (after !== 'active') await resolveReportsAbout(tx, moderator, id)
  await notifyModeration(tx, { type, id, authorId, before, after })
  if (after === 'banned') await tellAuthor(tx, change)
  await audit(tx, moderator, {
    action: `admin:${VERBS[after]}:${type}`,
    entityType: type,
    entityId: id,
    before: { moderationState: before },
    after: { moderationState: after },
    ...(reason === null ? {} : { reason }),
  })
}

async function tellAuthor(tx: Tx, { campus, type, authorId, title, reason }: Change): Promise<void> {
  if (authorId === null || campus === undefined) return
  await mailTo(tx, authorId, 'removals', ({ email, language }) =>
    contentRemovedMail(language, { to: email, campus, what: type, title, reason }),
  )
}

import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { INTEGER, orNull, pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { publishedActor } from '../../campus/authorship/writers'
import { addNotice, withdrawRefusalNotice } from '../../campus/notices/notices'
import { scheduleModerationMail } from '../../campus/sanctions/mails'
import { audited, type Explanation, explain, UNEXPLAINED, type Why } from '../../campus/sanctions/records'
import { refuse } from '../../errors'
import { publishComment } from '../../forum/comments/publish'
import { commentById } from '../../forum/comments/visibility'
import {
  HELD,
  type HELD_STATES,
  type HeldRow,
  heldRow,
  heldText,
  missing,
  takeHeldRow,
  toHeldText,
} from '../../forum/held/texts'
import { rememberPicture } from '../../forum/pictures/pictures'
import { wholeText, writtenOf } from '../../forum/posts/fields'
import { addPost } from '../../forum/posts/publish'
import { postFacts, threadAccess } from '../../forum/posts/visibility'
import { isSelf, readAccount, type Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { notBy } from '../../ground/names/own-names'
import { readingsOf, tell } from '../../ground/parts'
import { DOUBTS, type Doubt } from '../../ground/policy/check-texts'
import { optionalMails } from '../../ground/settings/settings'
import { namedObject, nullable, paginate, recordId } from '../../lib/text/schema'
import { refuseDecided } from '../reports/decision'
import { tellJudged } from '../reports/judged'
import { readings, toReference } from '../reports/record'

// Held texts: their queue, and decisions about them. A moderator releases one, which then stands where it would have
// stood, or refuses it, and may take that back while its author has not. Nobody sees or decides about their own.

export const heldEntry = namedObject('HeldEntry', {
  ...heldText.properties,
  doubts: t.Array(t.UnionEnum(DOUBTS), { maxItems: DOUBTS.length }),
  author: t.Object({ id: recordId, username: t.String() }),
  postTitle: nullable(t.String({ description: 'Of a comment: the post that it is on' })),
  parentContent: nullable(t.String({ description: 'Of a comment: what it answers' })),
  readings,
})

type State = (typeof HELD_STATES)[number]

const held = (viewer: string, state: State) =>
  sql`FROM held_texts INDEXED BY ${raw(`held_texts_${state}`)}
    WHERE ${raw(state === 'waiting' ? 'refused_at IS NULL' : 'refused_at IS NOT NULL')} AND ${notBy(viewer, 'author_id')}`

const ENTRY = {
  ...HELD,
  ...pick(users, 'username'),
  postTitle: orNull(posts.title),
  parentContent: orNull(comments.content),
}
const COLUMNS = raw(selectList(HELD, 'h'))

/** What waits longest comes first, and what was refused last. */
export const pageOfHeld = (viewer: string, state: State, limit: number, offset: number) => sql(ENTRY)`
  SELECT ${COLUMNS}, u.username, p.title AS postTitle, c.content AS parentContent
  FROM (
    SELECT rowid AS number ${held(viewer, state)}
    ORDER BY ${raw(state === 'waiting' ? 'created_at, id' : 'refused_at DESC, id DESC')} LIMIT ${limit} OFFSET ${offset}
  ) page CROSS JOIN held_texts h ON h.rowid = page.number CROSS JOIN users u ON u.id = h.author_id
  LEFT JOIN posts p ON p.id = h.post_id LEFT JOIN comments c ON c.id = h.parent_comment_id`

export const heldCount = (viewer: string, state: State) => sql({ count: INTEGER })`
  SELECT count(*) AS count ${held(viewer, state)}`

const toEntry = ({ username, postTitle, parentContent, ...row }: Raw<typeof ENTRY>): Static<typeof heldEntry> => ({
  ...toHeldText(row),
  doubts: JSON.parse(row.doubts) as Doubt[],
  author: { id: row.authorId, username },
  postTitle,
  parentContent,
  readings: readingsOf(wholeText(writtenOf(row))),
})

/** Without the viewer's own. */
export function listHeldEntries(
  { id: viewer }: Viewer,
  { state = 'waiting', page, limit }: { state?: State; page: number; limit: number },
) {
  const rows = pageOfHeld(viewer, state, limit, (page - 1) * limit).all(storage.reader)
  const total = heldCount(viewer, state).get(storage.reader)!.count
  return { held: rows.map(toEntry), pagination: paginate(total, page, limit) }
}

export const countHeldTexts = (db: Connection, { id }: Pick<Viewer, 'id'>): number =>
  heldCount(id, 'waiting').get(db)!.count

export const DECISIONS = ['release', 'refuse', 'reopen'] as const

export const heldDecided = namedObject('HeldDecided', {
  id: recordId,
  type: t.UnionEnum(['post', 'comment']),
  state: t.UnionEnum(['released', 'refused', 'waiting']),
})

const DONE = { release: 'released', refuse: 'refused', reopen: 'waiting' } as const

/**
 * 404 for what is not held any more; 403 for one's own; 409 `CONFLICT` for what another moderator has refused meanwhile
 * (`meta` says who), and for a comment whose place is gone.
 */
export async function decideHeldText(
  moderator: Viewer,
  heldId: string,
  { decision, ...why }: Why & { decision: (typeof DECISIONS)[number] },
): Promise<Static<typeof heldDecided>> {
  const explanation = explain(why, decision === 'refuse')
  const sendsMail = optionalMails().contentRemoved
  return writeAs(moderator, 'admin', async (tx, moderator) => {
    const row = heldRow(tx, heldId) ?? missing()
    const { id, type, authorId, refusedAt: at, refusedBy } = row
    if (isSelf(moderator, authorId)) refuse('FORBIDDEN', 'moderation.ownContent')
    const about = { entityType: type, entityId: id } as const
    if (decision !== 'reopen' && at !== null) {
      const name = sql(pick(users, 'username'))`SELECT username FROM users WHERE id = ${refusedBy}`.get(tx)?.username
      refuseDecided({ by: toReference(refusedBy, name ?? null), state: 'refused', at }, 'held.decided')
    }
    if (decision === 'release') {
      release(tx, row)
      tell(tx, 'text.released', { type, id, authorId })
      tellJudged(tx, moderator, id, { isKept: true })
      audit(tx, moderator, { action: `admin:released:${type}`, ...about })
    } else if (decision === 'refuse') {
      // Its author reads why, and still has the text.
      const refusedAt = addNotice(tx, authorId, { kind: 'text_refused', ...explanation })
      putState(tx, id, { refusedAt, refusedBy: moderator.id, ...explanation })
      rememberPicture(tx, id, true)
      tellJudged(tx, moderator, id, { isKept: false, rule: explanation.rule })
      if (sendsMail) scheduleModerationMail(tx, authorId)
      audit(tx, moderator, { action: 'admin:refused:text', ...about, ...audited(explanation) })
    } else if (at !== null) {
      // It waits again, and the author is not told of the refusal any more.
      withdrawRefusalNotice(tx, authorId, at)
      putState(tx, id, { refusedAt: null, refusedBy: null, ...UNEXPLAINED })
      rememberPicture(tx, id, false)
      tellJudged(tx, moderator, id, { isKept: null })
      audit(tx, moderator, { action: 'admin:reopened:text', ...about })
    }
    return { id, type, state: DONE[decision] }
  })
}

const putState = (
  tx: Tx,
  id: string,
  { refusedAt, refusedBy, reason, rule, preset }: Pick<HeldRow, 'refusedAt' | 'refusedBy'> & Explanation,
) =>
  sql`UPDATE held_texts SET refused_at = ${refusedAt}, refused_by = ${refusedBy}, reason = ${reason}, rule = ${rule},
      preset = ${preset}
    WHERE id = ${id}`.run(tx)

/** The text appears with the id and the time that it was written with; who is told of it is told now. */
function release(tx: Tx, row: HeldRow) {
  const author = readAccount(tx, row.authorId) ?? missing()
  const writer = publishedActor(tx, author)
  takeHeldRow(tx, row.id)
  const { id, authorId, content, createdAt: at, postId, parentCommentId } = row
  if (row.type === 'post') {
    addPost(tx, writer, author, writtenOf(row), { id, at, isReleased: true })
    return
  }
  if (postId === null) return missing()
  // A thread that is open to its author, and what it answers. Whether the two have blocked each other since does not
  // matter, as for what is published: a refusal would tell the moderator of the block.
  const post = postFacts(tx, postId)
  const parent = parentCommentId === null ? undefined : commentById(tx, parentCommentId)
  const isAnswerable = parentCommentId === null || (parent && !parent.isBanned && parent.deletedAt === null)
  if (post === undefined || threadAccess(post, author) !== 'readable' || !isAnswerable)
    return refuse('CONFLICT', 'held.placeGone')
  publishComment(tx, writer, { id, content, now: at, authorId, isOfficial: 0, postId, parentCommentId }, true)
}

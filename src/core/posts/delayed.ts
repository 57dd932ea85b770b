import { randomInt } from 'node:crypto'
import { type Static, t } from 'elysia'
import { delayedPosts } from '../../../db/schema/delayed-posts'
import { INTEGER, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { runEvery } from '../../lib/background'
import { named, recordId } from '../../lib/schema'
import { message } from '../../messages/message'
import { readAccount, type Viewer, withPresentSanctions } from '../access/account'
import { createOnce, writeCreation } from '../access/create-once'
import { levelRefusal } from '../access/levels'
import { writeAs } from '../access/write-as'
import { audit, systemActor } from '../audit/audit'
import { refuseDuplicate } from '../policy/duplicates'
import { countNewAccountText } from '../policy/new-accounts'
import { eventShown, shownEvent } from './event'
import { addPost, checkPost, missing, type NewPostInput } from './publish'
import { type PostRecord, storedPost } from './record'

// Delayed posts: whoever sees an author at the keyboard, on the network or in the next room cannot tell by the minute of
// a post that it was theirs. It waits where only its author sees it, and appears at a random moment of the hour, with the
// time and the id of that moment.

const HOUR_MS = 3_600_000
const CHECK_INTERVAL_MS = 10_000
const MAX_WAITING = 10
/** Requests wait while one write publishes this many. */
const BATCH = 20

export const delayedPost = named(
  'DelayedPost',
  t.Object({
    id: recordId,
    title: t.String(),
    content: t.String(),
    topic: t.String(),
    ...eventShown,
    isPrivate: t.Boolean(),
    state: t.UnionEnum(['waiting', 'held'], {
      description: '`held`: its author might not post when it was due; it appears when its author publishes it',
    }),
  }),
)
export type DelayedPost = Static<typeof delayedPost>

const ROW = pick(
  delayedPosts,
  'id',
  'authorId',
  'title',
  'content',
  'topic',
  'startsAt',
  'place',
  'isPrivate',
  'publishAt',
)
type Row = Raw<typeof ROW>
const COLUMNS = selectList(ROW)
const params = { authorId: delayedPosts.authorId }

const toRecord = ({ id, title, content, topic, isPrivate, publishAt, ...event }: Row): DelayedPost => ({
  id,
  title,
  content,
  topic,
  ...shownEvent(event),
  isPrivate: isPrivate === 1,
  state: publishAt === null ? 'held' : 'waiting',
})

const insert = sqlStatement(
  `INSERT INTO delayed_posts (id, author_id, title, content, topic, starts_at, place, is_private, publish_at)
  VALUES ($id, $authorId, $title, $content, $topic, $startsAt, $place, $isPrivate, $publishAt)`,
  { params: ROW },
)
const count = sqlStatement('SELECT count(*) AS count FROM delayed_posts WHERE author_id = $authorId', {
  returns: { count: INTEGER },
  params,
})
/** In the order of writing. Index: delayed_posts_author. */
const byAuthor = sqlStatement(`SELECT ${COLUMNS} FROM delayed_posts WHERE author_id = $authorId ORDER BY rowid`, {
  returns: ROW,
  params,
})
const take = sqlStatement(`DELETE FROM delayed_posts WHERE id = $id AND author_id = $authorId RETURNING ${COLUMNS}`, {
  returns: ROW,
  params: pick(delayedPosts, 'id', 'authorId'),
})
/** Index: delayed_posts_due. */
const due = sqlStatement(
  `SELECT ${COLUMNS} FROM delayed_posts WHERE publish_at <= $now ORDER BY publish_at LIMIT $limit`,
  { returns: ROW, params: { now: TEXT, limit: INTEGER } },
)
/** What would wait for longer than an hour was written while the clock was ahead. By the same index. */
const late = sqlStatement('SELECT id FROM delayed_posts WHERE publish_at > $latest LIMIT $limit', {
  returns: pick(delayedPosts, 'id'),
  params: { latest: TEXT, limit: INTEGER },
})
const postpone = sqlStatement('UPDATE delayed_posts SET publish_at = $publishAt WHERE id = $id', {
  params: pick(delayedPosts, 'id', 'publishAt'),
})
const hold = sqlStatement('UPDATE delayed_posts SET publish_at = NULL WHERE id = $id', {
  params: { id: delayedPosts.id },
})

const inAnHour = (): string => new Date(Date.now() + HOUR_MS).toISOString()
const withinTheHour = (): string => new Date(Date.now() + randomInt(HOUR_MS)).toISOString()

/**
 * Checks the post as publishing it does. 409 `CONFLICT` while ten of the author wait. A repeat finds it only while it
 * waits: nothing says which post it became.
 */
export async function delayPost(user: Viewer, input: NewPostInput): Promise<DelayedPost> {
  // It would wait with its author, and appear under that name if the role were lost meanwhile.
  if (input.official === true) refuseField('official', 'posts.officialAtOnce')
  const create = async () => {
    // It has no id and no time yet that it could keep while it is held.
    const { checked, post } = await checkPost(input, user)
    const write = () =>
      writeCreation(user, 'author', async (tx, user) => {
        await checked.recheck()
        if ((count(tx).get({ authorId: user.id })?.count ?? 0) >= MAX_WAITING)
          refuse('CONFLICT', message('posts.tooManyDelayed', { max: MAX_WAITING }))
        const row = { ...post, id: crypto.randomUUID(), authorId: user.id, publishAt: withinTheHour() }
        insert(tx).run(row)
        await audit(tx, user, { action: 'user:delayed:post', entityType: 'delayed-post', entityId: row.id })
        return toRecord(row)
      })
    return refuseDuplicate(user.id, { kind: 'post', texts: checked.texts }, () =>
      countNewAccountText(user, 'post', write),
    )
  }
  const read = async (id: string) => waiting(user, id) ?? missing()
  return createOnce(user.creation, { create, read })
}

const waiting = ({ id: authorId }: Viewer, id: string): DelayedPost | undefined =>
  byAuthor(storage.reader)
    .all({ authorId })
    .map(toRecord)
    .find((each) => each.id === id)

export const listDelayedPosts = async ({ id }: Viewer): Promise<DelayedPost[]> =>
  byAuthor(storage.reader).all({ authorId: id }).map(toRecord)

/** 404 for what is not the user's own, or has appeared. */
export async function publishDelayedPost(user: Viewer, id: string): Promise<PostRecord> {
  return writeAs(user, 'author', async (tx, user) => {
    const row = take(tx).get({ id, authorId: user.id }) ?? missing()
    const postId = await addPost(tx, user, user, row)
    return (await storedPost(tx, user, postId)) ?? missing()
  })
}

/** 404 likewise. Banned and suspended users may delete theirs. */
export async function deleteDelayedPost(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'session', async (tx, user) => {
    if (take(tx).get({ id, authorId: user.id }) === undefined) missing()
    await audit(tx, user, { action: 'user:deleted:delayed-post', entityType: 'delayed-post', entityId: id })
  })
}

/** Publishes what is due; holds what its author may not publish now. Returns whether there may be more. */
async function publishBatch(tx: Tx): Promise<boolean> {
  for (const { id } of late(tx).all({ latest: inAnHour(), limit: BATCH }))
    postpone(tx).run({ id, publishAt: withinTheHour() })
  const rows = due(tx).all({ now: new Date().toISOString(), limit: BATCH })
  const { origin } = systemActor('system')
  for (const { id, authorId, ...post } of rows) {
    const account = await readAccount(tx, authorId)
    const refusal = account && levelRefusal('author', withPresentSanctions(account))
    if (account === undefined || refusal !== null) hold(tx).run({ id })
    else if (take(tx).get({ id, authorId }) !== undefined) await addPost(tx, { ...account, origin }, account, post)
  }
  return rows.length === BATCH
}

export async function publishDuePosts(): Promise<void> {
  while (await storage.write(publishBatch));
}

const isDue = sqlStatement(
  'SELECT count(*) AS count FROM delayed_posts WHERE publish_at <= $now OR publish_at > $latest',
  { returns: { count: INTEGER }, params: { now: TEXT, latest: TEXT } },
)

/** Publishes what is due, now and every ten seconds. The returned function stops that and waits for a run in progress. */
export const startDelayedPosts = (): (() => Promise<void>) =>
  runEvery(CHECK_INTERVAL_MS, 'delayed posts', async () => {
    const { count } = isDue(storage.reader).get({ now: new Date().toISOString(), latest: inAnHour() }) ?? { count: 0 }
    if (count !== 0) await publishDuePosts()
  })

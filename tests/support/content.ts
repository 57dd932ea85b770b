import { endpointAt } from '../../client/api'
import { storage, type Tx } from '../../db/storage'
import { openSession } from '../../src/campus/auth/sessions'
import { setCommentBanned } from '../../src/forum/comments/threads'
import { setPostState } from '../../src/forum/posts/changes'
import { readAccount, type Viewer } from '../../src/ground/access/account'
import { systemActor } from '../../src/ground/audit/audit'
import { insertUser } from '../../src/ground/names/searched-names'
import { seal } from '../../src/lib/crypto/sealing'
import { addressIndex } from '../../src/lib/net/addresses'
import type { Notices, Report, ReportQueue, Reports } from './contract'
import { type Answer, type Data, expectData, type Person, type StudentOptions, student, success } from './kit'

type By = Pick<Person, 'visitor'>
type Api = By['visitor']['api']
type NewPost = Parameters<Api['posts']['post']>[0]

let texts = 0

/** Words like no others before, because nobody may write nearly the same again. */
export function newWords() {
  const hash = Bun.hash.xxHash64(`${texts++}`).toString(36).padStart(14, 'q')
  return [...`${hash}${hash.split('').reverse().join('')}`].map((each) => LETTERS[Number.parseInt(each, 36)]).join('')
}
/** One for each digit of base 36, none of them a vowel, so that they spell nothing. */
const LETTERS = 'bcdfghjklmnpqrstvwxzbcdfghjklmnpqrstvwxz'

export const newPost = (post: Partial<NewPost> = {}): NewPost => ({
  title: 'A title',
  content: newWords(),
  topic: 'Showcase',
  ...post,
})
export const newComment = (comment: object = {}) => ({ content: newWords(), parentCommentId: null, ...comment })
/** Whatever the answer. */
export const sendPost = ({ visitor }: By, post: Partial<NewPost> = {}, how = {}): Promise<Answer> =>
  visitor.post('posts', newPost(post), how)
export const sendComment = ({ visitor }: By, postId: string, comment: object = {}, how = {}): Promise<Answer> =>
  visitor.post(`comments/post/${postId}`, newComment(comment), how)

export const publish = async ({ visitor }: By, post: Partial<NewPost> = {}) =>
  (await success(visitor.api.posts.post(newPost(post)))).post

export const comment = async (
  by: By,
  postId: string,
  {
    content = 'A remark',
    parentCommentId = null,
    ...alias
  }: { content?: string; parentCommentId?: string | null; alias?: boolean } = {},
) =>
  (await success(endpointAt(by.visitor.api.comments, 'post', { postId }).post({ content, parentCommentId, ...alias })))
    .comment

export const upvote = ({ visitor }: By, targetId: string, targetType = 'post'): Promise<Answer> =>
  visitor.post('votes', { targetType, targetId, voteType: 'upvote' })
export const block = ({ visitor }: By, id: string): Promise<Answer> => visitor.post(`users/block/${id}`)
/** Decides about it as a moderator does. */
export const judge = (
  { visitor }: By,
  kind: 'post' | 'comment' | 'user',
  { id }: { id: string },
  verdict: object,
): Promise<Answer> => visitor.put(`moderation/${kind}s/${id}/moderation-state`, verdict)

export const judgePost = (id: string, state: 'active' | 'banned' | 'shadow_banned') =>
  storage.write((tx) => setPostState(tx, id, state))
export const banComment = (id: string) => storage.write((tx) => setCommentBanned(tx, id, true))

export const send = ({ visitor }: By, targetId: unknown, over: object = {}): Promise<Answer> =>
  visitor.post('reports', { targetId, type: 'Post', reason: 'spam', message: 'Look at this', ...over })
/** Reports it and returns the record. */
export const report = async (by: By, targetId: string, over: object = {}): Promise<Report> =>
  expectData(await send(by, targetId, over)).report
export const reportComment = (by: By, targetId: string, over: object = {}) =>
  report(by, targetId, { type: 'Comment', ...over })

export const decide = ({ visitor }: By, id: string, status: unknown) => visitor.patch(`reports/${id}`, { status })
export const read = async ({ visitor }: By, id: string): Promise<Report> =>
  expectData(await visitor.get(`reports/${id}`)).report
export const queue = async ({ visitor }: By, query = 'limit=50'): Promise<ReportQueue> =>
  expectData(await visitor.get(`admin/manage/reports?${query}`))

/** Forgets all reports, for lists that are to hold only what a test puts there. */
export const noReports = () => storage.write(async (tx) => tx.sqlite.run('DELETE FROM reports'))

export const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
export const list = async ({ visitor }: By, query = ''): Promise<Reports> =>
  expectData(await visitor.get(`reports?limit=100&${query}`))
export const around = async ({ visitor }: By, userId: string): Promise<Report[]> =>
  expectData(await visitor.get(`reports/users/${userId}`)).reports

/** A member of a college as the registration leaves it, without going through it. */
export async function enroll(
  tx: Tx,
  collegeId: string,
  branch: { branch: string; branchId: string | null } = { branch: 'CSE', branchId: null },
) {
  const [id, authId, now] = [crypto.randomUUID(), Bun.randomUUIDv7(), new Date().toISOString()]
  const username = `member-${id.slice(0, 13)}`
  tx.sqlite.run(
    'INSERT INTO identities (id, email_index, email_sealed, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
    [authId, addressIndex(`${id}@campus.edu`), seal(authId, `${id}@campus.edu`), now, now],
  )
  insertUser(tx, {
    id,
    authId,
    username,
    collegeId,
    ...branch,
    branchShown: true,
    status: 'ACTIVE',
    termsAcceptedAt: now,
  })
  return id
}

/** The user as a request of a session of its own carries it. */
export async function viewerOf(id: string): Promise<Viewer> {
  const account = await readAccount(storage.reader, id)
  if (account === undefined) throw new Error('no such user')
  const { origin } = systemActor('system')
  const session = await storage.write((tx) => openSession(tx, id, origin))
  const authenticatedAt = new Date().toISOString()
  return { ...account, sessionId: session.id, authenticatedAt, isSensitive: false, origin }
}

/** What the person was told about the account, newest first. */
export const noticesOf = async ({ visitor }: By): Promise<Notices> => expectData(await visitor.get('notices')).notices

export type Some<Kind = Person> = { 2: [Kind, Kind]; 3: [Kind, Kind, Kind]; 4: [Kind, Kind, Kind, Kind] }
/** As many as are asked for. */
export async function students<Count extends keyof Some>(count: Count, options?: StudentOptions): Promise<Some[Count]> {
  const made: Person[] = []
  while (made.length < count) made.push(await student(options))
  return made as Some[Count]
}

/** A student who signs in by codes alone. */
export async function withoutPassword(): Promise<Person> {
  const person = await student()
  await execute('UPDATE identities SET password_hash = NULL WHERE email_index = ?', addressIndex(person.email))
  return person
}

/** Gives posts and accounts that a test wrote as rows the counts of nothing. */
export function addCounts({ sqlite }: Pick<Tx, 'sqlite'>): void {
  sqlite.run(`INSERT INTO post_stats (post, hot_score) SELECT key, unixepoch(created_at) / 60 FROM posts
    WHERE key NOT IN (SELECT post FROM post_stats)`)
  sqlite.run('INSERT INTO user_stats (user) SELECT key FROM users WHERE key NOT IN (SELECT user FROM user_stats)')
}

/** Changes rows past the program. */
export const execute = (text: string, ...values: (string | number | null)[]) =>
  storage.write(async (tx) => tx.sqlite.run(text, values))
/** Rows as the database holds them. */
export const select = (text: string, ...values: string[]): Data[] => storage.reader.sqlite.query(text).all(...values)

/** The same call, which must succeed, for its data. */
export const sure =
  <Given extends unknown[]>(call: (...given: Given) => Promise<Answer>) =>
  async (...given: Given) =>
    expectData(await call(...given))

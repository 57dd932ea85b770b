import type { Leak, Probe, Seen } from './actors'
import { recordsIn, see } from './actors'
import { newWords } from './content'
import type { Data, Person, Visitor } from './kit'

// What every actor of the trust model tries to tell whose an alias is: everything about the alias, everything about its
// account, and every list in which both stand.

type Text = { id: string; name: { id: string; username: string } }
/** An account that wrote a post and a comment in another thread under its own name, and likewise under aliases. */
export type Aliased = { owner: Person; post: Text; comment: Text; named: { post: string; comment: string } }

/**
 * Writes all four; the comments below posts of somebody else. Both aliased texts are reported, and the name of the comment is
 * suspended.
 */
export async function aliased(owner: Person, by: Person, moderator: Person): Promise<Aliased> {
  const words = () => ({ title: 'A bench in the library', content: newWords(), topic: 'Ask Campus' })
  const thread = async () => (await by.post('posts', words())).post.id
  const post = async (alias: boolean): Promise<Data> =>
    (await owner.post('posts', { ...words(), ...(alias ? { alias } : {}) })).post
  const comment = async (alias: boolean): Promise<Data> => {
    const body = { content: newWords(), parentCommentId: null, ...(alias ? { alias } : {}) }
    return (await owner.post(`comments/post/${await thread()}`, body)).comment
  }
  const [namedPost, namedComment, hiddenPost, hiddenComment] = [
    await post(false),
    await comment(false),
    await post(true),
    await comment(true),
  ]
  const reported = { reason: 'spam', message: 'Look at this' }
  for (const [type, { id }] of [
    ['Post', hiddenPost],
    ['Comment', hiddenComment],
  ])
    await by.post('reports', { ...reported, targetId: id, type })
  const state = `moderation/users/${hiddenComment.commentedBy.id}/moderation-state`
  const suspension = { ends: new Date(Date.now() + 86_400_000).toISOString(), reason: 'Spam' }
  await moderator.put(state, { blocked: true, suspension })
  return {
    owner,
    post: { id: hiddenPost.id, name: hiddenPost.postedBy },
    comment: { id: hiddenComment.id, name: hiddenComment.commentedBy },
    named: { post: namedPost.id, comment: namedComment.id },
  }
}

type Look = readonly [route: string, path: string]

/** What there is to read about a name, or about a text of it. */
const aboutName = ({ id, username }: { id: string; username: string }): Look[] => [
  ['GET /users/id/:userId', `users/id/${id}`],
  ['GET /users/search/:query', `users/search/${username}`],
  ['GET /posts/user/:userId', `posts/user/${id}?limit=50`],
  ['GET /search/similar', `search/similar?title=${username}`],
  ['GET /search/suggestions', `search/suggestions?q=${username}`],
  ['GET /moderation/users/search', `moderation/users/search?username=${username}`],
  ['GET /admin/manage/users/query', `admin/manage/users/query?username=${username}`],
  ['GET /moderation/users/:userId/suspension', `moderation/users/${id}/suspension`],
  ['GET /moderation/users/:userId/removals', `moderation/users/${id}/removals`],
  ['GET /moderation/users/:userId/comments', `moderation/users/${id}/comments`],
  ['GET /moderation/history/:resourceId', `moderation/history/${id}`],
  ['GET /moderation/notes/:resource/:resourceId', `moderation/notes/user/${id}`],
  ['GET /reports/users/:userId', `reports/users/${id}`],
  ['GET /admin/manage/logs', `admin/manage/logs?limit=100&actorId=${id}`],
  ['GET /admin/manage/logs', `admin/manage/logs?limit=100&entityId=${id}`],
  ['GET /u/:id', `/u/${id}`],
]
const aboutText = (id: string, kind: 'post' | 'comment'): Look[] => [
  [`GET /${kind}s/:${kind === 'post' ? 'id' : 'commentId'}`, `${kind}s/${id}`],
  [`GET /${kind}s/:${kind === 'post' ? 'id' : 'commentId'}/history`, `${kind}s/${id}/history`],
  ['GET /moderation/history/:resourceId', `moderation/history/${id}`],
  ['GET /admin/manage/logs', `admin/manage/logs?limit=100&entityId=${id}`],
  ['GET /admin/manage/reports/:targetId/context', `admin/manage/reports/${id}/context`],
]
const aboutAlias = ({ post, comment }: Aliased): Look[] => [
  ...aboutName(post.name),
  ...aboutName(comment.name),
  ...aboutText(post.id, 'post'),
  ...aboutText(comment.id, 'comment'),
  ['GET /posts/:id/why', `posts/${post.id}/why?sortBy=hot`],
  ['GET /comments/post/:postId', `comments/post/${post.id}`],
  ['GET /comments/post/:postId/tree', `comments/post/${post.id}/tree`],
  ['GET /post/:id', `/post/${post.id}`],
]
const aboutAccount = ({ owner, named }: Aliased): Look[] => [
  ...aboutName({ id: owner.id, username: owner.user.username }),
  ...aboutText(named.post, 'post'),
  ...aboutText(named.comment, 'comment'),
]
const lists: readonly Look[] = [
  ['GET /posts', 'posts?limit=50'],
  ['GET /posts', 'posts?limit=50&sortBy=updatedAt'],
  ['GET /search', 'search?q=bench'],
  ['GET /notifications/list', 'notifications/list'],
  ['GET /notifications/threads', 'notifications/threads'],
  ['GET /notices', 'notices'],
  ['GET /bookmarks/user', 'bookmarks/user'],
  ['GET /users/blocked', 'users/blocked'],
  ['GET /moderation/users', 'moderation/users?limit=100'],
  ['GET /moderation/held', 'moderation/held'],
  ['GET /moderation/bursts', 'moderation/bursts'],
  ['GET /admin/manage/reports', 'admin/manage/reports?limit=50'],
  ['GET /reports', 'reports?limit=100'],
  ['GET /admin/manage/logs', 'admin/manage/logs?limit=100&sortBy=timestamp&sortOrder=desc'],
  ['GET /admin/manage/logs', 'admin/manage/logs?limit=100&sortBy=action&sortOrder=asc'],
  ['GET /admin/manage/logs', 'admin/manage/logs?limit=100&sortBy=actorId&sortOrder=asc'],
]

const lookAt = (visitor: Visitor, looks: readonly Look[]): Promise<Seen[]> =>
  Promise.all(looks.map(async ([, path]) => see(visitor, path)))

/** Everything that the probes read, under the names of the routes, for the fields that are judged. */
export const readAliases = (visitor: Visitor, of: Aliased): Promise<Seen[]> =>
  Promise.all(
    [...aboutAlias(of), ...aboutAccount(of), ...lists].map(async ([where, path]) => ({
      ...(await see(visitor, path)),
      where,
    })),
  )

/** What names the account and what it wrote under its own name, and what names its aliases. */
const marksOf = ({ owner, post, comment, named }: Aliased) => ({
  account: [owner.id, owner.user.username, named.post, named.comment],
  aliases: [post, comment].flatMap(({ id, name }) => [id, name.id, name.username]),
})

const found = (text: string, marks: readonly string[], what: string) =>
  marks.filter((mark) => text.includes(mark)).map((mark) => `${what}: ${mark}`)

/** Records that name an alias and the account at once, without what lists in them hold. */
function besideEachOther({ json }: Seen, of: Aliased) {
  const { account, aliases } = marksOf(of)
  return recordsIn(json)
    .map((record) => JSON.stringify(record, (_, value) => (Array.isArray(value) ? undefined : value)))
    .filter((record) => aliases.some((mark) => record.includes(mark)))
    .flatMap((record) => found(record, account, 'the account in a record of the alias'))
}

const inText = (table: 'posts' | 'comments', id: string, words: string): Leak => ({
  change: `UPDATE ${table} SET content = ? WHERE id = '${id}'`,
  values: [words],
  undo: `UPDATE ${table} SET content = 'Nothing of the kind' WHERE id = '${id}'`,
})

/** The probes of an actor. `visitor` reads as that actor, who has written nothing in the threads. */
export const aliasProbes = (visitor: Visitor, of: Aliased): Record<string, Probe> => ({
  'from an alias to its account': {
    tries: 'everything about the alias and its texts: records, documents, search, console, log',
    look: () => lookAt(visitor, aboutAlias(of)),
    learns: ({ text }) => found(text, marksOf(of).account, 'the account'),
    plant: inText('posts', of.post.id, `by ${of.owner.id}`),
  },
  'from an account to its aliases': {
    tries: 'everything about the account and its texts: profile, lists, search, console, log',
    look: () => lookAt(visitor, aboutAccount(of)),
    learns: ({ text }) => found(text, marksOf(of).aliases, 'an alias'),
    plant: inText('posts', of.named.post, `also ${of.post.name.id}`),
  },
  'an alias and its account in one record': {
    tries: 'lists of posts, people, reports, notifications and the log, however sorted',
    look: () => lookAt(visitor, lists),
    learns: (seen) => besideEachOther(seen, of),
    plant: (seen) => [
      { where: 'planted', text: '', json: { actorId: of.post.name.id, account: of.owner.id } },
      ...seen,
    ],
  },
})

import type { Chapter, Fact, Violation } from './facts'
import { Objects, type Places } from './objects'
import { textOfPost } from './observation'
import type { Content, PostState } from './operation'

type Post = { exists: boolean; text: string; state: PostState }
const ABSENT: Post = { exists: false, text: '', state: 'active' }

/** The texts and states of posts: every request that reached one, or did not find it, says something of it. */
export function judgePosts({ base, final, facts, scope }: Chapter, places: Places): Violation[] {
  const stored = ({ posts }: Chapter['base'], id: string): Post => {
    const post = posts.get(id)
    return post === undefined ? ABSENT : { exists: true, text: post.text, state: post.state }
  }
  const posts = new Objects<Post>(
    'post',
    scope,
    (id) => stored(base, id),
    (id, { exists, text, state }) => {
      const last = stored(final, id)
      return exists === last.exists && (!exists || (text === last.text && state === last.state))
    },
  )
  for (const fact of facts) addPost(posts, places, fact)
  return posts.judge([...base.posts.keys(), ...final.posts.keys()])
}

/** What the author sees of a shadow ban. */
const shown = (state: PostState): PostState => (state === 'shadow_banned' ? 'active' : state)

function addPost(posts: Objects<Post>, places: Places, fact: Fact): void {
  const { act, answer, actor, outcome, code, madeId } = fact
  const isReadable = (id: string, { exists, state }: Post) =>
    exists && (actor.isAdmin || state === 'active' || (state === 'shadow_banned' && places.isAuthor(id, fact)))
  /** By `readAccess`: authors also read, and delete, what a moderator removed. */
  const isReadableOrOwn = (id: string, post: Post) =>
    isReadable(id, post) || (post.exists && post.state === 'banned' && places.isAuthor(id, fact))
  const isThreadReadable = ({ exists, state }: Post) => exists && (actor.isAdmin || state === 'active')
  const reached = (id: string, isReached = isReadable) => {
    if (outcome === 'acknowledged') posts.read(id, fact, (post) => isReached(id, post))
    if (code === 'NOT_FOUND') posts.read(id, fact, (post) => !isReached(id, post))
  }
  const threadReached = (id: string | undefined) => {
    if (id !== undefined && outcome === 'acknowledged') posts.read(id, fact, isThreadReadable)
  }
  const seen = (content: Content) =>
    posts.read(
      content.id,
      fact,
      (post) =>
        isReadableOrOwn(content.id, post) &&
        post.text === textOfPost(content) &&
        (content.moderationState === undefined ||
          content.moderationState === (actor.isAdmin ? post.state : shown(post.state))),
    )

  switch (act.kind) {
    case 'publish':
      if (madeId !== undefined)
        posts.write(madeId, fact, ({ exists }) =>
          exists ? undefined : { exists: true, text: act.token, state: 'active' },
        )
      break
    case 'edit-post':
      posts.write(act.postId, fact, (post) => (isReadable(act.postId, post) ? { ...post, text: act.token } : undefined))
      if (code === 'NOT_FOUND') reached(act.postId)
      break
    case 'delete-post':
      posts.write(act.postId, fact, (post) => (isReadableOrOwn(act.postId, post) ? ABSENT : undefined))
      if (code === 'NOT_FOUND') reached(act.postId, isReadableOrOwn)
      break
    case 'moderate-post':
      posts.write(act.postId, fact, (post) => (post.exists ? { ...post, state: act.state } : undefined))
      if (code === 'NOT_FOUND') reached(act.postId)
      break
    case 'read-post':
      reached(act.postId, isReadableOrOwn)
      break
    case 'view':
    case 'bookmark':
      reached(act.postId)
      break
    case 'cast':
    case 'report':
      if (act.target.type === 'post') reached(act.target.id)
      else threadReached(places.postOf(act.target.id))
      break
    case 'switch':
    case 'withdraw':
      if (outcome === 'acknowledged' && act.target.type === 'post') reached(act.target.id)
      break
    case 'comment':
    case 'read-thread':
      threadReached(act.postId)
      if (code === 'NOT_FOUND' && !('parentId' in act && act.parentId !== null))
        posts.read(act.postId, fact, (post) => !isThreadReadable(post))
      break
    case 'read-comment':
      threadReached(places.postOf(act.commentId))
      break
  }
  for (const content of [answer.post, ...(answer.posts ?? [])]) if (content !== undefined) seen(content)
}

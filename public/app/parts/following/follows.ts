import { signal } from '@preact/signals'
import { api, envelope, type Failure, type ResponseData } from '../../lib/api'
import { me } from '../../lib/me'

const fetchFollows = () => envelope(api.follows.get())
type Follows = ResponseData<ReturnType<typeof fetchFollows>>
export type FollowKind = 'post' | 'topic' | 'course'

/** What the viewer follows; undefined until it is loaded. */
const follows = signal<Follows | undefined>(undefined)
let owner: string | undefined

/** Once for each account that signs in here. */
export async function loadFollows(): Promise<Failure | undefined> {
  const id = me.peek()?.id
  if (id === undefined || id === owner) return undefined
  owner = id
  follows.value = undefined
  const answer = await fetchFollows()
  if (me.peek()?.id !== id) return undefined
  if (answer.success) follows.value = answer.data
  else owner = undefined
  return answer.success ? undefined : answer
}

export function isFollowed(kind: FollowKind, target: string): boolean {
  const { posts = [], topics = [], courses = [] } = follows.value ?? {}
  if (kind === 'course') return courses.some(({ id }) => id === target)
  return kind === 'topic' ? topics.includes(target) : posts.some(({ postId }) => postId === target)
}

/** Follows it, or no longer, and shows it where it is listed. */
export async function setFollowed(
  { kind, target, title = null }: { kind: FollowKind; target: string; title?: string | null },
  isFollowed: boolean,
): Promise<Failure | undefined> {
  const body = { kind, target }
  const answer = await envelope(isFollowed ? api.follows.put(body) : api.follows.delete(body))
  if (!answer.success) return answer
  const { posts = [], topics = [], courses = [] } = follows.peek() ?? {}
  const otherPosts = posts.filter(({ postId }) => kind !== 'post' || postId !== target)
  const otherTopics = topics.filter((topic) => kind !== 'topic' || topic !== target)
  const otherCourses = courses.filter(({ id }) => kind !== 'course' || id !== target)
  follows.value = {
    courses:
      kind === 'course' && isFollowed ? [{ id: target, code: '', name: title ?? '' }, ...otherCourses] : otherCourses,
    posts: kind === 'post' && isFollowed ? [{ postId: target, title }, ...otherPosts] : otherPosts,
    topics: kind === 'topic' && isFollowed ? [target, ...otherTopics] : otherTopics,
  }
  return undefined
}

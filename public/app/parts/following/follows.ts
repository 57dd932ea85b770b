import { signal } from '@preact/signals'
import { api, envelope, type Failure, type ResponseData } from '../../lib/api'
import { me } from '../../lib/me'

const fetchFollows = () => envelope(api.follows.get())
type Follows = ResponseData<ReturnType<typeof fetchFollows>>
type FollowKind = 'post' | 'topic' | 'course'
export type Followed = { kind: FollowKind; target: string }

/** What the viewer follows; undefined until it is loaded. */
export const follows = signal<Follows | undefined>(undefined)
let owner: string | undefined

/** Once for each account that signs in here. */
export async function loadFollows(): Promise<Failure | undefined> {
  const id = me.peek()?.id
  if (id === undefined || id === owner) return undefined
  owner = id
  follows.value = undefined
  return read()
}

async function read(): Promise<Failure | undefined> {
  const id = owner
  const answer = await fetchFollows()
  if (me.peek()?.id !== id) return undefined
  if (answer.success) follows.value = answer.data
  else owner = undefined
  return answer.success ? undefined : answer
}

export function isFollowed({ kind, target }: Followed): boolean {
  const { posts = [], topics = [], courses = [] } = follows.value ?? {}
  if (kind === 'post') return posts.some(({ postId }) => postId === target)
  return kind === 'topic' ? topics.includes(target) : courses.some(({ id }) => id === target)
}

/** Follows it, or no longer, and shows it where it is listed. */
export async function setFollowed({ kind, target }: Followed, isFollowed: boolean): Promise<Failure | undefined> {
  const body = { kind, target }
  const answer = await envelope(isFollowed ? api.follows.put(body) : api.follows.delete(body))
  if (!answer.success) return answer
  await read()
  return undefined
}

import { signal } from '@preact/signals'
import type { CommentNode } from '../../forum/comments/tree'
import { listPostsByUser } from '../../forum/posts/lists'
import { hidePostsBy } from '../../forum/posts/posts'
import { api, envelope, type Failure, type ResponseData } from '../../lib/api'
import { me } from '../../lib/me'
import { forgetHistoryEntries } from '../../lib/scroll-restoration'
import { forgetCopies } from '../../lib/storage'
import { loadColleges } from '../colleges/colleges'

const fetchPerson = (userId: string) => envelope(api.users.id({ userId }).get())
export const fetchBlocked = () => envelope(api.users.blocked.get())
const searchUsers = (query: string) => envelope(api.users.search({ query }).get())

export type Person = ResponseData<ReturnType<typeof fetchPerson>>['user']

export type Profile = ReturnType<typeof newProfile>

/** A profile as one history entry shows it. */
export const newProfile = (id: string) => ({
  id,
  person: signal<Person | null>(null),
  /** By the viewer. */
  isBlocked: signal(false),
  posts: signal(listPostsByUser(id)),
})

export async function readProfile({ id, person, isBlocked }: Profile): Promise<Failure | undefined> {
  const isOther = id !== me.value?.id
  const [answer, blocked] = await Promise.all([
    fetchPerson(id),
    isOther && me.value?.status === 'ACTIVE' ? fetchBlocked() : undefined,
    loadColleges(),
  ])
  if (!answer.success) return answer
  isBlocked.value = blocked?.success === true && blocked.data.some((each) => each.id === id)
  person.value = answer.data.user
  return undefined
}

/** Dots alone would be read as steps in the path, and no Quad name consists of them. */
const ONLY_DOTS = /^\.*$/

/** People whose Quad name starts with the query or contains it; null without one. */
export async function findPeople(query: string) {
  if (query === '') return { success: true as const, data: null }
  const answer = ONLY_DOTS.test(query) ? { success: true as const, data: [] } : await searchUsers(query)
  return answer.success ? { ...answer, data: { query, people: answer.data } } : answer
}

/**
 * Blocks the person. Lists that were loaded before are dropped, those on the page hide the person's posts, and the
 * device keeps nothing of what was read before.
 */
export async function block(userId: string): Promise<Failure | undefined> {
  const answer = await envelope(api.users.block({ userId }).post())
  if (!answer.success) return answer
  forgetHistoryEntries()
  hidePostsBy(userId)
  forgetCopies()
  return undefined
}

/** Lists that were loaded without the person's posts are loaded again. */
export async function unblock(userId: string): Promise<Failure | undefined> {
  const answer = await envelope(api.users.unblock({ userId }).post())
  if (!answer.success) return answer
  forgetHistoryEntries()
  return undefined
}

/** Folds the person's comments in a thread that is already loaded, as the server would. */
export function foldCommentsBy(userId: string, comments: Iterable<CommentNode>): void {
  for (const { comment } of comments)
    if (comment.value?.commentedBy?.id === userId) comment.value = { ...comment.value, isBlocked: true }
}

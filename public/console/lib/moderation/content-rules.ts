import type { Post } from '../../../app/lib/posts/posts'
import type { CommentState, PostState } from './moderation'

export const POST_STATES = ['active', 'banned', 'shadow_banned'] as const satisfies readonly PostState[]

export const COMMENT_STATES = ['active', 'banned'] as const satisfies readonly CommentState[]

export type StateFilter = PostState | 'all'

export type CommentStateFilter = CommentState | 'all'

/** The state that the address asks for; any where it names none. */
export const readStateFilter = ({ state }: { state?: string }): StateFilter =>
  POST_STATES.find((each) => each === state) ?? 'all'

/** What becomes of a private post when an administrator of another college reads it: a trace in the audit log. */
export const isForeign = ({ isPrivate, postedBy }: Pick<Post, 'isPrivate' | 'postedBy'>, collegeId: string): boolean =>
  isPrivate && postedBy?.collegeId !== collegeId

/** The states that a moderator can give: not the present one, and nobody pardons what is their own. */
export const allowedStates = <State extends PostState>(
  states: readonly State[],
  present: State,
  isOwn: boolean,
): State[] => states.filter((each) => each !== present && !(isOwn && present !== 'active' && each !== 'banned'))

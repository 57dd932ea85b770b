import type { Post } from '../../../app/lib/posts/posts'
import type { CommentState, PostState } from './moderation'

export const POST_STATES = ['active', 'banned', 'shadow_banned'] as const satisfies readonly PostState[]

export const COMMENT_STATES = ['active', 'banned'] as const satisfies readonly CommentState[]

export type StateFilter = PostState | 'all'

export type CommentStateFilter = CommentState | 'all'

/** The moderation filter in the URL; `all` if there is none. */
export const readStateFilter = ({ state }: { state?: string }): StateFilter =>
  POST_STATES.find((each) => each === state) ?? 'all'

/** A private post of another college: reading it writes an audit entry. */
export const isForeign = ({ isPrivate, postedBy }: Pick<Post, 'isPrivate' | 'postedBy'>, collegeId: string): boolean =>
  isPrivate && postedBy?.collegeId !== collegeId

/** The states that a moderator can set: not the current one, and nobody restores their own content. */
export const allowedStates = <State extends PostState>(
  states: readonly State[],
  present: State,
  isOwn: boolean,
): State[] => states.filter((each) => each !== present && !(isOwn && present !== 'active' && each !== 'banned'))

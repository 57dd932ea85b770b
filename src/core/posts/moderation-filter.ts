import type { Static } from 'elysia'
import { refuse } from '../../errors'
import { oneOf } from '../../lib/schema'
import { isAdministrator, isSelf } from '../access/account'
import type { AnyViewer } from './visibility'

/** The `state` parameter of lists, for administrators. */
export const state = oneOf(
  ['active', 'banned', 'shadow_banned', 'all'],
  'For administrators: only what is in that state, or everything; authors list their own removed posts by `banned`',
)

export type ModerationFilter = NonNullable<Static<typeof state>>

/** 403 `FORBIDDEN` for a filter without the role for it. Authors filter their own removed posts, and nothing hidden. */
export function refuseUnlessMayFilter(
  viewer: AnyViewer,
  filter: ModerationFilter | undefined,
  authorId?: string | undefined,
): void {
  if (filter === undefined || isAdministrator(viewer)) return
  const isOwn = isSelf(viewer, authorId ?? null)
  if (!(isOwn && filter === 'banned')) refuse('FORBIDDEN', 'posts.statesForAdmins')
}

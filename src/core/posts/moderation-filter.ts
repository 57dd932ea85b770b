import type { Static } from 'elysia'
import { refuse } from '../../errors'
import { oneOf } from '../../lib/schema'
import { isAdministrator } from '../access/account'
import type { Reader } from './visibility'

/** In the query of lists: what is in that state, for administrators. */
export const state = oneOf(['active', 'banned', 'shadow_banned', 'all'])

export type ModerationFilter = NonNullable<Static<typeof state>>

/** 403 `FORBIDDEN` for who may not ask for a state. */
export function refuseUnlessMayFilter(reader: Reader, asked: ModerationFilter | undefined): void {
  if (asked !== undefined && !isAdministrator(reader)) refuse('FORBIDDEN', 'posts.statesForAdmins')
}

import { refuse } from '../../errors'
import { isRecent } from '../../lib/clock'
import type { Viewer } from './account'

const FIVE_MINUTES = 300_000

type Proof = Pick<Viewer, 'authenticatedAt'>

/**
 * 403 `REAUTHENTICATION_REQUIRED` unless the viewer signed in or re-authenticated within five minutes: whoever copied a
 * cookie or found an unlocked device cannot. Routes declare it with `reauthenticated`; a route whose body decides
 * whether it is sensitive calls this with the viewer that `writeAs` passes on.
 */
export function requireReauthentication({ authenticatedAt }: Proof): void {
  if (authenticatedAt === null || !isRecent(authenticatedAt, FIVE_MINUTES)) refuse('REAUTHENTICATION_REQUIRED')
}

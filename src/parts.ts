import { forum } from './forum/forum'
import { connectParts } from './ground/parts'
import { aliases } from './parts/aliases/part'
import { classifier } from './parts/classifier/part'
import { digest } from './parts/digest/part'
import { events } from './parts/events/part'
import { feedback } from './parts/feedback/part'
import { followers } from './parts/followers/part'
import { following } from './parts/following/part'
import { notifications } from './parts/notifications/part'
import { push } from './parts/push/part'
import { realtime } from './parts/realtime/part'
import { scorers } from './parts/scorers/part'
import { search } from './parts/search/part'
import { webhooks } from './parts/webhooks/part'

/** What can be taken out: its folder in `src/parts`, and its lines here. */
export const PARTS = [
  aliases,
  search,
  events,
  following,
  notifications,
  push,
  digest,
  realtime,
  feedback,
  webhooks,
  scorers,
  classifier,
  followers,
] as const

connectParts([forum, ...PARTS])

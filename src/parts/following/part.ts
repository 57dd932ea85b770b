import type { Part } from '../../ground/parts'
import { follows, mutes } from './routes'
import { readInterests } from './service'

export const following = {
  name: 'following',
  routes: [follows, mutes],
  interests: readInterests,
} as const satisfies Part

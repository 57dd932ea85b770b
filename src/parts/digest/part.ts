import type { Part } from '../../ground/parts'
import { every } from '../../lib/process/background'
import { digest as routes } from './routes'
import { sendDueDigests } from './service'

export const digest = {
  name: 'digest',
  routes: [routes],
  jobs: [every(600_000, 'digests', sendDueDigests)],
} as const satisfies Part

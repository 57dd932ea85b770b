import type { Part } from '../../ground/parts'
import { queuePush, resealPushes, startPushes } from './delivery'
import { push as routes } from './routes'

export const push = {
  name: 'push',
  needs: ['notifications'],
  routes: [routes],
  on: { 'notification.added': queuePush },
  jobs: [startPushes],
  reseal: resealPushes,
} as const satisfies Part

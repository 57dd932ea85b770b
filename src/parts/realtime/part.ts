import type { Part } from '../../ground/parts'
import { realtime as routes } from './routes'

export const realtime = { name: 'realtime', routes: [routes] } as const satisfies Part

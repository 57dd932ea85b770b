import type { Part } from '../../ground/parts'
import { events as routes } from './routes'

export const events = { name: 'events', routes: [routes] } as const satisfies Part

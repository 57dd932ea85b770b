import type { Part } from '../../ground/parts'
import { aliases as routes } from './routes'

export const aliases = { name: 'aliases', routes: [routes] } as const satisfies Part

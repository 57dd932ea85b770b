import type { Part } from '../../ground/parts'
import { digest as routes } from './routes'
import { startDigests } from './service'

export const digest = { name: 'digest', routes: [routes], jobs: [startDigests] } as const satisfies Part

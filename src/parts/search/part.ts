import type { Part } from '../../ground/parts'
import { search as routes } from './routes'
import { startIndexing } from './upkeep'

export const search = { name: 'search', routes: [routes], jobs: [startIndexing] } as const satisfies Part

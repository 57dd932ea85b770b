import type { Part } from '../../ground/parts'
import { classifierRoutes } from './routes'

export const classifier = { name: 'classifier', routes: [classifierRoutes] } as const satisfies Part

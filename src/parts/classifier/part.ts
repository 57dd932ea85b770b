import type { Part } from '../../ground/parts'
import { deleteOldDecisions, recordDecision } from './decisions'
import { startNights } from './night'
import { classifierRoutes } from './routes'

export const classifier = {
  name: 'classifier',
  routes: [classifierRoutes],
  on: { 'text.judged': recordDecision },
  jobs: [startNights],
  maintenance: { 'decisions that the classifier learned from': deleteOldDecisions },
} as const satisfies Part

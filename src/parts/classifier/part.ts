import type { Part } from '../../ground/parts'
import { deleteOldDecisions, recordDecision } from './decisions'
import { startNights } from './night'
import { classifierRoutes } from './routes'
import { checkClassifier } from './state'

export const classifier = {
  name: 'classifier',
  routes: [classifierRoutes],
  on: { 'text.judged': recordDecision },
  jobs: [startNights],
  commands: {
    score: async () => (await import('./commands')).score,
    learn: async () => (await import('./commands')).learn,
  },
  checks: checkClassifier,
  maintenance: { 'decisions that the classifier learned from': deleteOldDecisions },
} as const satisfies Part

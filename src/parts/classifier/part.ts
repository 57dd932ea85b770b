import type { Part } from '../../ground/parts'
import { deleteOldDecisions, recordDecision } from './decisions'
import { judge, noticeWritten, read, rememberTry } from './judge'
import { startNights } from './night'
import { classifierRoutes } from './routes'
import { checkClassifier } from './state'

export const classifier = {
  name: 'classifier',
  routes: [classifierRoutes],
  on: { 'text.judged': recordDecision, 'text.written': noticeWritten },
  judges: judge,
  refuses: rememberTry,
  reads: read,
  jobs: [startNights],
  commands: () => import('./commands'),
  checks: checkClassifier,
  maintenance: { 'decisions that the classifier learned from': deleteOldDecisions },
} as const satisfies Part

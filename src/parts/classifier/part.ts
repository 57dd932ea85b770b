import type { Part } from '../../ground/parts'
import { deleteOldDecisions, recordDecision } from './decisions'
import { judge, noticeComment, noticePublished, read, rememberTry } from './judge'
import { startNights } from './night'
import { classifierRoutes } from './routes'
import { checkClassifier } from './state'

export const classifier = {
  name: 'classifier',
  routes: [classifierRoutes],
  on: {
    'text.judged': recordDecision,
    'post.published': noticePublished,
    'post.edited': noticePublished,
    'comment.published': noticeComment,
    'comment.edited': noticeComment,
  },
  judges: judge,
  refuses: rememberTry,
  reads: read,
  jobs: [startNights],
  commands: {
    score: async () => (await import('./commands')).score,
    learn: async () => (await import('./commands')).learn,
  },
  checks: checkClassifier,
  maintenance: { 'decisions that the classifier learned from': deleteOldDecisions },
} as const satisfies Part

import { ok } from '../../http/envelope'
import { confirms, done, returns, routes } from '../../http/route'
import { classifierState, readClassifier, resetClassifier } from './state'

export const classifierRoutes = routes('moderation', '/api/v1/admin/classifier')
  .get('', () => ok('Classifier', readClassifier()), {
    admin: true,
    ...returns(
      classifierState,
      'getClassifier',
      'Read what the classifier does, how it has done, and what it would have done at other settings',
    ),
  })
  .post('/reset', async ({ user }) => done('Classifier reset', resetClassifier(user)), {
    superadmin: true,
    ...confirms('resetClassifier', 'Delete what the classifier has learned, and the decisions that it learned from'),
  })

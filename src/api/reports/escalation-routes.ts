import { escalate, withdrawEscalation } from '../../core/reports/escalations'
import { ok } from '../http/envelope'
import { confirms, done, returns, routes } from '../http/route'
import { Escalate, EscalationParams, OneEscalation } from './queue-schemas'

export const escalations = routes('moderation', '/api/v1/moderation/escalations')
  .put(
    '/:resourceId',
    async ({ user, params, body }) =>
      ok('Escalated', { escalation: await escalate(user, params.resourceId, body.reason) }),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: EscalationParams,
      body: Escalate,
      ...returns(
        OneEscalation,
        'escalateReport',
        'Leave the decision about a reported post or comment to a superadmin',
        'Until it is taken back, a decision by anybody else is 403 `FORBIDDEN`.',
      ),
    },
  )
  .delete('/:resourceId', async ({ user, params }) => done('Taken back', withdrawEscalation(user, params.resourceId)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: EscalationParams,
    ...confirms('withdrawEscalation', 'Take an own escalation back; superadmins take back any'),
  })

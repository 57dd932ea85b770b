import { Elysia } from 'elysia'
import { escalate, withdrawEscalation } from '../../core/reports/escalations'
import { access } from '../http/access'
import { emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { Escalate, EscalationParams, OneEscalation } from './queue-schemas'

export const escalations = new Elysia({
  name: 'escalations',
  prefix: '/api/v1/moderation/escalations',
  detail: { tags: ['moderation'] },
})
  .use(access)
  .put(
    '/:resourceId',
    async ({ user, params, body }) =>
      ok('Escalated', { escalation: await escalate(user, params.resourceId, body.reason) }),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: EscalationParams,
      body: Escalate,
      response: envelope(OneEscalation),
      detail: {
        operationId: 'escalateReport',
        summary: 'Leave the decision about a reported post or comment to a superadmin',
        description: 'Until it is taken back, a decision by anybody else is 403 `FORBIDDEN`.',
      },
    },
  )
  .delete(
    '/:resourceId',
    async ({ user, params }) => {
      await withdrawEscalation(user, params.resourceId)
      return okMessage('Taken back')
    },
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: EscalationParams,
      response: emptyEnvelope,
      detail: {
        operationId: 'withdrawEscalation',
        summary: 'Take an own escalation back; superadmins take back any',
      },
    },
  )

import { Elysia } from 'elysia'
import { claimTarget, releaseTarget } from '../../core/reports/claims'
import { readContext } from '../../core/reports/context'
import { readQueue } from '../../core/reports/queue'
import { access } from '../http/access'
import { emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { OneClaim, OneContext, QueueQuery, ReportQueue, TargetParams } from './queue-schemas'

export const reportQueue = new Elysia({
  name: 'reports:queue',
  prefix: '/api/v1/admin/manage',
  detail: { tags: ['admin'] },
})
  .use(access)
  .get('/reports', async ({ user, query }) => ok('Reported', await readQueue(user, query)), {
    admin: true,
    query: QueueQuery,
    response: envelope(ReportQueue),
    detail: {
      operationId: 'listReportQueue',
      summary: 'Read what is reported, one entry a target, those with most open reports first, or in another order',
    },
  })
  .get(
    '/reports/:targetId/context',
    async ({ user, params }) => ok('Context', { context: await readContext(user, params.targetId) }),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: TargetParams,
      response: envelope(OneContext),
      detail: {
        operationId: 'readReportContext',
        summary: 'Read what a reported post or comment stands beside, and what is known of its author',
      },
    },
  )
  .put(
    '/reports/:targetId/claim',
    async ({ user, params }) => ok('Claim', { claim: await claimTarget(user, params.targetId) }),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: TargetParams,
      response: envelope(OneClaim),
      detail: {
        operationId: 'claimReportTarget',
        summary: 'Tell other moderators for two minutes that one looks at this',
        description: 'Repeat it to keep the claim. While another moderator has it, that claim is answered, and stays.',
      },
    },
  )
  .delete(
    '/reports/:targetId/claim',
    async ({ user, params }) => {
      await releaseTarget(user, params.targetId)
      return okMessage('Released')
    },
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: TargetParams,
      response: emptyEnvelope,
      detail: { operationId: 'releaseReportTarget', summary: "End one's claim; another moderator's stays" },
    },
  )

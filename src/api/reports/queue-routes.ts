import { claimTarget, releaseTarget } from '../../core/reports/claims'
import { readContext } from '../../core/reports/context'
import { readQueue } from '../../core/reports/queue'
import { ok } from '../http/envelope'
import { confirms, done, returns, routes } from '../http/route'
import { OneClaim, OneContext, QueueQuery, ReportQueue, TargetParams } from './queue-schemas'

export const reportQueue = routes('admin', '/api/v1/admin/manage')
  .get('/reports', async ({ user, query }) => ok('Reported', await readQueue(user, query)), {
    admin: true,
    query: QueueQuery,
    ...returns(
      ReportQueue,
      'listReportQueue',
      'Read what is reported, one entry a target, those with most open reports first, or in another order',
    ),
  })
  .get(
    '/reports/:targetId/context',
    async ({ user, params }) => ok('Context', { context: await readContext(user, params.targetId) }),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: TargetParams,
      ...returns(
        OneContext,
        'readReportContext',
        'Read what a reported post or comment stands beside, and what is known of its author',
      ),
    },
  )
  .put(
    '/reports/:targetId/claim',
    async ({ user, params }) => ok('Claim', { claim: await claimTarget(user, params.targetId) }),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: TargetParams,
      ...returns(
        OneClaim,
        'claimReportTarget',
        'Tell other moderators for two minutes that one looks at this',
        'Repeat it to keep the claim. While another moderator has it, that claim is answered, and stays.',
      ),
    },
  )
  .delete(
    '/reports/:targetId/claim',
    async ({ user, params }) => done('Released', releaseTarget(user, params.targetId)),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: TargetParams,
      ...confirms('releaseReportTarget', "End one's claim; another moderator's stays"),
    },
  )

import { Overview, readOverview } from '../../core/dashboard/overview'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'

export const dashboard = routes('admin', '/api/v1/admin/dashboard').get(
  '/overview',
  async ({ user }) => ok('Overview', readOverview(user)),
  {
    admin: true,
    ...returns(
      Overview,
      'getOverview',
      'Read how many there are of what, what waits, and what the last 30 days brought',
    ),
  },
)

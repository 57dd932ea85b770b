import { ok } from '../../http/envelope'
import { returns, routes } from '../../http/route'
import { Overview, readOverview } from './overview'

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

import { Elysia } from 'elysia'
import { readOverview } from '../../core/dashboard/overview'
import { Overview } from '../../core/dashboard/record'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'

export const dashboard = new Elysia({
  name: 'dashboard',
  prefix: '/api/v1/admin/dashboard',
  detail: { tags: ['admin'] },
})
  .use(access)
  .get('/overview', async ({ user }) => ok('Overview', await readOverview(user)), {
    admin: true,
    response: envelope(Overview),
    detail: {
      operationId: 'getOverview',
      summary: 'Read how many there are of what, what waits, and what the last 30 days brought',
    },
  })

import { Elysia } from 'elysia'
import { branchRoutes } from '../../api/colleges/branch-routes'
import { campusRoutes } from '../../api/colleges/admin-routes'
import { manageRoutes } from './manage-routes'
import { operatorRoutes } from './operator-routes'

export const admin = new Elysia({ name: 'admin', prefix: '/admin', detail: { tags: ['admin'] } })
  .use(campusRoutes)
  .use(branchRoutes)
  .use(manageRoutes)
  .use(operatorRoutes)

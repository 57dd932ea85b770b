import { Elysia } from 'elysia'
import { branchRoutes } from './branch-routes'
import { campusRoutes } from './campus-routes'
import { manageRoutes } from './manage-routes'
import { operatorRoutes } from './operator-routes'

export const admin = new Elysia({ name: 'admin', prefix: '/admin', detail: { tags: ['admin'] } })
  .use(campusRoutes)
  .use(branchRoutes)
  .use(manageRoutes)
  .use(operatorRoutes)

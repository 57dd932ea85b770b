import { campusRows } from './campus-rows'
import { deskRows } from './desk-rows'
import { forumRows } from './forum-rows'
import { identityRows } from './identity-rows'
import type { Rows } from './matrix'
import { moderationRows } from './moderation-rows'
import { notificationRows } from './notification-rows'
import { reportRows } from './report-rows'

/** Every endpoint, and who may call it: a route without a row here fails `authorization.test.ts`. */
export const MATRIX: Rows = {
  ...identityRows,
  ...forumRows,
  ...campusRows,
  ...reportRows,
  ...deskRows,
  ...notificationRows,
  ...moderationRows,
}

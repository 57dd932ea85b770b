import { campusRows, digestRows, followRows, forumRows, notificationRows } from './forum-rows'
import { identityRows } from './identity-rows'
import { invitationRows } from './invitation-rows'
import type { Rows } from './matrix'
import { appealRows, deskRows, moderationRows, reportRows, webhookRows } from './moderation-rows'

/** Every endpoint, and who may call it: a route without a row here fails `authorization.test.ts`. */
export const MATRIX: Rows = {
  ...identityRows,
  ...forumRows,
  ...followRows,
  ...digestRows,
  ...campusRows,
  ...reportRows,
  ...appealRows,
  ...deskRows,
  ...webhookRows,
  ...notificationRows,
  ...invitationRows,
  ...moderationRows,
}

import type { Rows } from './matrix'

/** What happened to one's own: asked while notifications are on, for else nobody is answered. */
export const notificationRows: Rows = {
  'GET /notifications/list': { level: 'session', ask: () => 'notifications/list' },
  'PATCH /notifications/mark-seen': { level: 'session', ask: () => 'notifications/mark-seen' },
}

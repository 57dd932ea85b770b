import { Elysia } from 'elysia'
import { storage } from '../../../db/storage'
import { latestFeedbacks } from '../../core/feedback/record'
import { findPeople } from '../../core/accounts/people'
import { access } from '../../api/http/access'
import { answer, ok } from '../../api/http/envelope'
import { readLogs } from '../../core/audit/logs'
import { readQueue } from '../../core/reports/queue'
import { QueueQuery, ReportQueue } from '../../api/reports/queue-schemas'
import { FoundUsers, UserQuery } from "../../api/accounts/admin-schemas";
import { AllFeedback } from "../../api/feedback/schemas";
import { LogQuery, Logs } from "../../api/audit/schemas";

/** What administrators look through: a route here is `/admin/manage/...`. */
export const manageRoutes = new Elysia({ name: 'admin:manage', prefix: '/manage' })
  .use(access)
  .get('/logs', async ({ user, query }) => ok('Audit log', await readLogs(user, query)), {
    admin: true,
    query: LogQuery,
    response: answer(Logs),
    detail: { summary: 'Read the audit log' },
  })
  .get('/reports', async ({ user, query }) => ok('Reported', await readQueue(user, query)), {
    admin: true,
    query: QueueQuery,
    response: answer(ReportQueue),
    detail: { summary: 'Read what is reported, one entry a target, most open reports first' },
  })
  .get('/users/query', async ({ user, query }) => ok('Users', await findPeople(user, query)), {
    admin: true,
    query: UserQuery,
    response: answer(FoundUsers),
    detail: { summary: 'Find users by part of a name and by a whole address, a thousand at most' },
  })
  .get('/feedback/all', async () => ok('Feedback', await latestFeedbacks(storage.reader)), {
    admin: true,
    response: answer(AllFeedback),
    detail: { summary: 'List all feedback, newest first, a thousand at most' },
  })

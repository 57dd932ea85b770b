import { expectData } from '../kit'
import type { Caller } from './callers'
import { postOf } from './forum-rows'
import type { Rows, World } from './matrix'

const about = (targetId: string) => ({ targetId, type: 'Post', reason: 'spam', message: 'Third time today' })

const reportOf = async ({ author }: World, { visitor }: Caller): Promise<string> =>
  expectData(await visitor.post('reports', about(await postOf(author))), 201).report.id

/** Reports, and the queue that moderators work through. */
export const reportRows: Rows = {
  'POST /reports': {
    level: 'reporter',
    ask: async ({ author }) => ({ path: 'reports', body: about(await postOf(author)) }),
    answers: 201,
  },
  'GET /reports': { level: 'admin', ask: () => 'reports' },
  'GET /reports/users/:userId': { level: 'admin', ask: ({ author }) => `reports/users/${author.id}` },
  'GET /reports/:id': { level: 'admin', ask: async (world, caller) => `reports/${await reportOf(world, caller)}` },
  'PATCH /reports/:id': {
    level: 'admin',
    ask: async (world, caller) => ({ path: `reports/${await reportOf(world, caller)}`, body: { status: 'ignored' } }),
  },
  'DELETE /reports/:id': { level: 'admin', ask: async (world, caller) => `reports/${await reportOf(world, caller)}` },
  'POST /reports/bulk-deletion': {
    level: 'admin',
    ask: async (world, caller) => ({
      path: 'reports/bulk-deletion',
      body: { reportIds: [await reportOf(world, caller)] },
    }),
  },
  'GET /admin/manage/reports': { level: 'admin', ask: () => 'admin/manage/reports' },
}

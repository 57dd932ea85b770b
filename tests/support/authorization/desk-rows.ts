import { expectData } from '../kit'
import { newCaller } from './callers'
import type { Rows, World } from './matrix'

const someone = async ({ collegeId }: World): Promise<string> => (await newCaller(collegeId)).id

async function feedbackOf(world: World): Promise<string> {
  const { visitor } = await newCaller(world.collegeId)
  const body = { type: 'bug', title: 'A button', content: 'It is grey' }
  return expectData(await visitor.post('feedbacks', body), 201).feedback.id
}

/** Feedback, and the desk of those who run this Quad. */
export const deskRows: Rows = {
  'POST /feedbacks': {
    level: 'session',
    ask: () => ({ path: 'feedbacks', body: { type: 'bug', title: 'A button', content: 'It is grey' } }),
    answers: 201,
  },
  'GET /feedbacks': { level: 'admin', ask: () => 'feedbacks' },
  'GET /feedbacks/:id': { level: 'admin', ask: async (world) => `feedbacks/${await feedbackOf(world)}` },
  'PATCH /feedbacks/:id/status': {
    level: 'admin',
    ask: async (world) => ({ path: `feedbacks/${await feedbackOf(world)}/status`, body: { status: 'reviewed' } }),
  },
  'DELETE /feedbacks/:id': { level: 'admin', ask: async (world) => `feedbacks/${await feedbackOf(world)}` },
  'GET /admin/manage/feedback/all': { level: 'admin', ask: () => 'admin/manage/feedback/all' },

  'GET /admin/dashboard/overview': { level: 'admin', ask: () => 'admin/dashboard/overview' },
  'GET /admin/manage/users/query': { level: 'admin', ask: () => 'admin/manage/users/query?username=quiet' },
  'GET /admin/settings': { level: 'admin', ask: () => 'admin/settings' },
  'PATCH /admin/settings': {
    level: 'superadmin',
    ask: () => ({ path: 'admin/settings', body: { reportReasons: ['spam', 'other'] } }),
  },
  'PUT /admin/users/:id/role': {
    level: 'superadmin',
    ask: async (world) => ({ path: `admin/users/${await someone(world)}/role`, body: { role: 'admin' } }),
  },
}

import { expectData } from '../kit'
import type { Rows, World } from './matrix'

let serial = 0
const newCollege = () => {
  serial += 1
  return { name: `College ${serial}`, emailDomain: `college${serial}.edu`, city: 'Rivertown', state: 'Iowa' }
}
const newBranch = () => {
  serial += 1
  return { name: `Branch ${serial}`, code: `B${serial}` }
}
const college = async ({ operator }: World): Promise<string> =>
  expectData(await operator.visitor.post('admin/colleges/create', newCollege()), 201).id
const branch = async ({ operator }: World): Promise<string> =>
  expectData(await operator.visitor.post('admin/branches/create', newBranch()), 201).id
const request = async ({ operator }: World): Promise<string> => {
  const asked = newCollege()
  const body = { ...asked, requestedByEmail: `1@${asked.emailDomain}` }
  return expectData(await operator.visitor.post('colleges/requests', body), 201).id
}

/** One dot, as PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Colleges, branches, requests: as strangers see them and as administrators keep them. */
export const campusRows: Rows = {
  'GET /colleges': { level: 'public', ask: () => 'colleges' },
  'GET /colleges/:id': { level: 'public', ask: ({ collegeId }) => `colleges/${collegeId}` },
  'GET /colleges/:id/branches': { level: 'public', ask: ({ collegeId }) => `colleges/${collegeId}/branches` },
  'POST /colleges': { level: 'admin', ask: () => ({ path: 'colleges', body: newCollege() }), answers: 201 },
  'PATCH /colleges/:id': {
    level: 'admin',
    ask: async (world) => ({ path: `colleges/${await college(world)}`, body: { city: 'Lakeside' } }),
  },
  'DELETE /colleges/:id': { level: 'admin', ask: async (world) => `colleges/${await college(world)}` },
  'POST /colleges/requests': {
    level: 'viewer',
    ask: () => {
      const asked = newCollege()
      return { path: 'colleges/requests', body: { ...asked, requestedByEmail: `1@${asked.emailDomain}` } }
    },
    answers: 201,
  },

  'GET /admin/colleges/get/all': { level: 'admin', ask: () => 'admin/colleges/get/all' },
  'POST /admin/colleges/create': {
    level: 'admin',
    ask: () => ({ path: 'admin/colleges/create', body: newCollege() }),
    answers: 201,
  },
  'PATCH /admin/colleges/update/:id': {
    level: 'admin',
    ask: async (world) => ({ path: `admin/colleges/update/${await college(world)}`, body: { city: 'Lakeside' } }),
  },
  'POST /admin/colleges/upload/profile/:id': {
    level: 'admin',
    ask: async (world) => {
      const body = new FormData()
      body.set('profile', new File([PNG], 'dot.png', { type: 'image/png' }))
      return { path: `admin/colleges/upload/profile/${await college(world)}`, body }
    },
  },
  'GET /admin/college-requests': { level: 'admin', ask: () => 'admin/college-requests' },
  'PATCH /admin/college-requests/:id': {
    level: 'admin',
    ask: async (world) => ({ path: `admin/college-requests/${await request(world)}`, body: { status: 'rejected' } }),
  },
  'GET /admin/branches/all': { level: 'admin', ask: () => 'admin/branches/all' },
  'POST /admin/branches/create': {
    level: 'admin',
    ask: () => ({ path: 'admin/branches/create', body: newBranch() }),
    answers: 201,
  },
  'PATCH /admin/branches/update/:id': {
    level: 'admin',
    ask: async (world) => ({
      path: `admin/branches/update/${await branch(world)}`,
      body: { name: `Renamed ${serial}` },
    }),
  },
  'DELETE /admin/branches/delete/:id': {
    level: 'admin',
    ask: async (world) => `admin/branches/delete/${await branch(world)}`,
  },
  'GET /admin/manage/logs': { level: 'admin', ask: () => 'admin/manage/logs' },
}

import { Elysia } from 'elysia'
import { storage } from '../../../db/storage'
import { allBranches } from '../../domain/branches'
import {
  branch,
  CreateBranch,
  CreateCollege,
  college,
  collegeRequest,
  DecideRequest,
  UpdateBranch,
  UpdateCollege,
} from '../../domain/college-shapes'
import { access } from '../../http/access'
import { takesUpload } from '../../http/body'
import { answer, created, done, ok, said } from '../../http/envelope'
import {
  addBranch,
  addCollege,
  changeBranch,
  changeCollege,
  listColleges,
  listRequests,
  removeBranch,
  settleRequest,
} from './campus'
import { readLogs } from './logs'
import {
  Branches,
  BranchParams,
  CollegeParams,
  CollegeRequests,
  Colleges,
  LogQuery,
  Logs,
  PictureUploaded,
  RequestParams,
  UploadPicture,
} from './model'
import { uploadPicture } from './picture'

takesUpload('/admin/colleges/upload/profile/:id')

const campus = new Elysia({ name: 'admin:campus' })
  .use(access)
  .get('/colleges/get/all', async () => ok('Colleges', await listColleges()), {
    admin: true,
    response: answer(Colleges),
    detail: { summary: 'List the colleges, by name' },
  })
  .post('/colleges/create', async ({ user, body }) => created('College created', await addCollege(user, body)), {
    admin: true,
    fails: ['CONFLICT'],
    body: CreateCollege,
    response: { 201: answer(college) },
    detail: { summary: 'Create a college' },
  })
  .patch(
    '/colleges/update/:id',
    async ({ user, params, body }) => ok('College updated', await changeCollege(user, params.id, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: CollegeParams,
      body: UpdateCollege,
      response: answer(college),
      detail: { summary: 'Change a college' },
    },
  )
  .post(
    '/colleges/upload/profile/:id',
    async ({ user, params, body }) => ok('Picture stored', await uploadPicture(user, params.id, body.profile)),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: CollegeParams,
      body: UploadPicture,
      response: answer(PictureUploaded),
      detail: { summary: "Upload a college's picture" },
    },
  )
  .get('/college-requests', async ({ user }) => ok('College requests', await listRequests(user)), {
    admin: true,
    response: answer(CollegeRequests),
    detail: { summary: 'List what colleges were asked for, newest first' },
  })
  .patch(
    '/college-requests/:id',
    async ({ user, params, body }) => ok('Request updated', await settleRequest(user, params.id, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: RequestParams,
      body: DecideRequest,
      response: answer(collegeRequest),
      detail: { summary: 'Approve a request (which makes the college), reject it, or open it again' },
    },
  )
  .get('/branches/all', async () => ok('Branches', await allBranches(storage.reader)), {
    admin: true,
    response: answer(Branches),
    detail: { summary: 'List the branches, by name' },
  })
  .post('/branches/create', async ({ user, body }) => created('Branch created', await addBranch(user, body)), {
    admin: true,
    fails: ['CONFLICT'],
    body: CreateBranch,
    response: { 201: answer(branch) },
    detail: { summary: 'Create a branch' },
  })
  .patch(
    '/branches/update/:id',
    async ({ user, params, body }) => ok('Branch updated', await changeBranch(user, params.id, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: BranchParams,
      body: UpdateBranch,
      response: answer(branch),
      detail: { summary: 'Rename a branch; its users and their posts follow' },
    },
  )
  .delete(
    '/branches/delete/:id',
    async ({ user, params }) => {
      await removeBranch(user, params.id)
      return said('Branch deleted')
    },
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: BranchParams,
      response: done,
      detail: { summary: 'Delete a branch that nobody uses' },
    },
  )

export const admin = new Elysia({ name: 'admin', prefix: '/admin', detail: { tags: ['admin'] } })
  .use(access)
  .use(campus)
  .get('/manage/logs', async ({ user, query }) => ok('Audit log', await readLogs(user, query)), {
    admin: true,
    query: LogQuery,
    response: answer(Logs),
    detail: { summary: 'Read the audit log' },
  })

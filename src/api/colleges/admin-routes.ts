import { Elysia } from 'elysia'
import { acknowledgeAlert } from '../../core/colleges/alerts'
import { CreateCollege, college, collegeRequest, DecideRequest, UpdateCollege } from '../../core/colleges/schemas'
import {
  addCollege,
  changeCollege,
  listColleges,
  listRequests,
  settleRequest,
  uploadPicture,
} from '../../core/colleges/service'
import { access } from '../http/access'
import { acceptUpload } from '../http/body'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import {
  AlertParams,
  CollegeParams,
  CollegeRequests,
  Colleges,
  PictureUploaded,
  RequestParams,
  UploadPicture,
} from './admin-schemas'

acceptUpload('/admin/colleges/upload/profile/:id')

/** Colleges, and what students ask for. */
export const adminColleges = new Elysia({
  name: 'colleges:admin',
  prefix: '/api/v1/admin',
  detail: { tags: ['admin'] },
})
  .use(access)
  .get('/colleges/get/all', async () => ok('Colleges', await listColleges()), {
    admin: true,
    response: envelope(Colleges),
    detail: {
      operationId: 'listCollegesAsAdmin',
      summary: 'List the colleges, by name',
      description: 'The first thousand; `GET /api/v1/colleges` filters them.',
    },
  })
  .post('/colleges/create', async ({ user, body }) => created('College created', await addCollege(user, body)), {
    admin: true,
    creates: 'viewer',
    reauthenticated: true,
    fails: ['CONFLICT'],
    body: CreateCollege,
    response: createdResponse(envelope(college)),
    detail: {
      operationId: 'createCollegeAsAdmin',
      summary: 'Create a college',
      description: 'As `POST /api/v1/colleges`; the response is the college itself.',
    },
  })
  .patch(
    '/colleges/update/:id',
    async ({ user, params, body }) => ok('College updated', await changeCollege(user, params.id, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
      params: CollegeParams,
      body: UpdateCollege,
      response: envelope(college),
      detail: {
        operationId: 'updateCollegeAsAdmin',
        summary: 'Change a college',
        description: 'The same as `PATCH /api/v1/colleges/{id}`.',
      },
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
      response: envelope(PictureUploaded),
      detail: { operationId: 'uploadCollegePicture', summary: "Upload a college's picture" },
    },
  )
  .post(
    '/colleges/alerts/:id/acknowledge',
    async ({ user, params }) => {
      await acknowledgeAlert(user, params.id)
      return okMessage('Acknowledged')
    },
    {
      superadmin: true,
      fails: ['NOT_FOUND'],
      params: AlertParams,
      response: emptyEnvelope,
      detail: {
        operationId: 'acknowledgeCollegeAlert',
        summary: 'Acknowledge that a college got a domain, so that the overview shows it no more',
      },
    },
  )
  .get('/college-requests', async () => ok('College requests', await listRequests()), {
    admin: true,
    response: envelope(CollegeRequests),
    detail: { operationId: 'listCollegeRequests', summary: 'List what colleges were asked for, newest first' },
  })
  .patch(
    '/college-requests/:id',
    async ({ user, params, body }) => ok('Request updated', await settleRequest(user, params.id, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
      params: RequestParams,
      body: DecideRequest,
      response: envelope(collegeRequest),
      detail: {
        operationId: 'decideCollegeRequest',
        summary: 'Approve a request (which makes the college), reject it, or open it again',
      },
    },
  )

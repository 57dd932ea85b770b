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
import { acceptUpload } from '../http/body'
import { created, ok } from '../http/envelope'
import { confirms, done, makes, returns, routes } from '../http/route'
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
export const adminColleges = routes('admin', '/api/v1/admin')
  .get('/colleges/get/all', async () => ok('Colleges', await listColleges()), {
    admin: true,
    ...returns(
      Colleges,
      'listCollegesAsAdmin',
      'List the colleges, by name',
      'The first thousand; `GET /api/v1/colleges` filters them.',
    ),
  })
  .post('/colleges/create', async ({ user, body }) => created('College created', await addCollege(user, body)), {
    admin: true,
    creates: 'viewer',
    reauthenticated: true,
    fails: ['CONFLICT'],
    body: CreateCollege,
    ...makes(
      college,
      'createCollegeAsAdmin',
      'Create a college',
      'As `POST /api/v1/colleges`; the response is the college itself.',
    ),
  })
  .patch(
    '/colleges/update/:id',
    async ({ user, params, body }) => ok('College updated', await changeCollege(user, params.id, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
      params: CollegeParams,
      body: UpdateCollege,
      ...returns(college, 'updateCollegeAsAdmin', 'Change a college', 'The same as `PATCH /api/v1/colleges/{id}`.'),
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
      ...returns(PictureUploaded, 'uploadCollegePicture', "Upload a college's picture"),
    },
  )
  .post(
    '/colleges/alerts/:id/acknowledge',
    async ({ user, params }) => done('Acknowledged', acknowledgeAlert(user, params.id)),
    {
      superadmin: true,
      fails: ['NOT_FOUND'],
      params: AlertParams,
      ...confirms(
        'acknowledgeCollegeAlert',
        'Acknowledge that a college got a domain, so that the overview shows it no more',
      ),
    },
  )
  .get('/college-requests', async () => ok('College requests', await listRequests()), {
    admin: true,
    ...returns(CollegeRequests, 'listCollegeRequests', 'List what colleges were asked for, newest first'),
  })
  .patch(
    '/college-requests/:id',
    async ({ user, params, body }) => ok('Request updated', await settleRequest(user, params.id, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
      params: RequestParams,
      body: DecideRequest,
      ...returns(
        collegeRequest,
        'decideCollegeRequest',
        'Approve a request (which makes the college), reject it, or open it again',
      ),
    },
  )

import { t } from 'elysia'
import { storage } from '../../../db/storage'
import { createAs } from '../../ground/access/create-once'
import { created, ok } from '../../http/envelope'
import { byId, confirms, done, makes, returns, routes } from '../../http/route'
import { faultMessage, integer, namedObject, webAddress } from '../../lib/text/schema'
import { acknowledgeAlert } from './alerts'
import { createBranch, deleteBranch, readBranch, updateBranch } from './branches'
import { addCollege, changeCollege, deleteCollege, uploadPicture } from './colleges'
import { allBranches, findColleges, offeredBranches, requireCollege } from './directory'
import { decideRequest, listRequests, requestCollege } from './requests'
import {
  branch,
  CreateBranch,
  CreateCollege,
  college,
  collegeRequest,
  DecideRequest,
  RequestCollege,
  UpdateBranch,
  UpdateCollege,
} from './schemas'

const place = t.Optional(t.String({ maxLength: 100, description: 'Matched whole, in any case' }))

const CollegesFound = t.Object({
  colleges: t.Array(college, { maxItems: 1000 }),
  count: integer('How many there are, also beyond the thousand shown'),
})

const CollegeRequests = t.Array(collegeRequest, { maxItems: 1000 })

const UploadPicture = t.Object({ profile: t.File(faultMessage('uploads.oneImage')) })

const PictureUploaded = namedObject('PictureUploaded', { url: webAddress })

const newCollege = {
  admin: true,
  creates: 'viewer',
  reauthenticated: true,
  fails: ['CONFLICT'],
  body: CreateCollege,
} as const
const change = { admin: true, ...byId, fails: ['NOT_FOUND', 'CONFLICT'] } as const
/** Of what may give a college another domain. */
const proven = { ...change, fails: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'] } as const

export const colleges = routes('colleges', '/api/v1/colleges')
  .get('', async ({ query }) => ok('Colleges', findColleges(query)), {
    public: true,
    follower: 'copy',
    query: t.Object({ city: place, state: place }),
    ...returns(CollegesFound, 'listColleges', 'List the colleges, by name'),
  })
  .post('', async ({ user, body }) => created('College created', { college: await addCollege(user, body) }), {
    ...newCollege,
    ...makes(t.Object({ college }), 'createCollege', 'Create a college'),
  })
  .post(
    '/requests',
    async ({ origin, body, creation }) => created('College requested', await requestCollege(origin, body, creation)),
    {
      // Not for the college that is asked for, but a signed-in account has a limit of its own.
      viewer: true,
      creates: 'nobody',
      fails: ['DISPOSABLE_EMAIL', 'CONFLICT', 'SIGN_UP_CLOSED'],
      body: RequestCollege,
      ...makes(collegeRequest, 'requestCollege', 'Ask for a college that is not here yet'),
    },
  )
  .get('/:id', async ({ params }) => ok('College', requireCollege(params.id)), {
    public: true,
    follower: 'copy',
    ...byId,
    ...returns(college, 'getCollege', 'Read a college'),
  })
  .get('/:id/branches', async ({ params }) => ok('Branches', offeredBranches(requireCollege(params.id).id)), {
    public: true,
    follower: 'copy',
    ...byId,
    ...returns(t.Array(branch), 'listCollegeBranches', 'List the branches that a college offers'),
  })
  .patch('/:id', async ({ user, params, body }) => ok('College updated', await changeCollege(user, params.id, body)), {
    ...proven,
    body: UpdateCollege,
    ...returns(college, 'updateCollege', 'Change a college'),
  })
  .delete('/:id', async ({ user, params }) => done('College deleted', deleteCollege(user, params.id)), {
    ...change,
    ...confirms('deleteCollege', 'Delete a college that has no users'),
  })

/** Colleges, and what students ask for. */
export const adminColleges = routes('admin', '/api/v1/admin')
  .get('/colleges/get/all', async () => ok('Colleges', findColleges({}).colleges), {
    admin: true,
    ...returns(
      t.Array(college, { maxItems: 1000 }),
      'listCollegesAsAdmin',
      'List the colleges, by name',
      'The first thousand; `GET /api/v1/colleges` filters them.',
    ),
  })
  .post('/colleges/create', async ({ user, body }) => created('College created', await addCollege(user, body)), {
    ...newCollege,
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
      ...proven,
      body: UpdateCollege,
      ...returns(college, 'updateCollegeAsAdmin', 'Change a college', 'The same as `PATCH /api/v1/colleges/{id}`.'),
    },
  )
  .post(
    '/colleges/upload/profile/:id',
    async ({ user, params, body }) => ok('Picture stored', await uploadPicture(user, params.id, body.profile)),
    {
      admin: true,
      ...byId,
      body: UploadPicture,
      ...returns(PictureUploaded, 'uploadCollegePicture', "Upload a college's picture"),
    },
  )
  .post(
    '/colleges/alerts/:id/acknowledge',
    async ({ user, params }) => done('Acknowledged', acknowledgeAlert(user, params.id)),
    {
      superadmin: true,
      ...byId,
      ...confirms(
        'acknowledgeCollegeAlert',
        'Acknowledge that a college got a domain, so that the overview shows it no more',
      ),
    },
  )
  .get('/college-requests', async () => ok('College requests', listRequests()), {
    admin: true,
    ...returns(CollegeRequests, 'listCollegeRequests', 'List what colleges were asked for, newest first'),
  })
  .patch(
    '/college-requests/:id',
    async ({ user, params, body }) => ok('Request updated', await decideRequest(user, params.id, body)),
    {
      ...proven,
      body: DecideRequest,
      ...returns(
        collegeRequest,
        'decideCollegeRequest',
        'Approve a request (which makes the college), reject it, or open it again',
      ),
    },
  )
  .get('/branches/all', async () => ok('Branches', allBranches(storage.reader)), {
    admin: true,
    ...returns(t.Array(branch, { maxItems: 1000 }), 'listBranches', 'List the branches, by name'),
  })
  .post(
    '/branches/create',
    async ({ user, body }) =>
      created(
        'Branch created',
        await createAs(user, 'admin', { create: (tx, user) => createBranch(tx, user, body), read: readBranch }),
      ),
    {
      admin: true,
      creates: 'viewer',
      fails: ['CONFLICT'],
      body: CreateBranch,
      ...makes(branch, 'createBranch', 'Create a branch'),
    },
  )
  .patch(
    '/branches/update/:id',
    async ({ user, params, body }) => ok('Branch updated', await updateBranch(user, params.id, body)),
    {
      ...change,
      body: UpdateBranch,
      ...returns(branch, 'updateBranch', 'Rename, close or reopen a branch; its users and their posts follow'),
    },
  )
  .delete('/branches/delete/:id', async ({ user, params }) => done('Branch deleted', deleteBranch(user, params.id)), {
    ...change,
    ...confirms('deleteBranch', 'Delete a branch that nobody uses'),
  })

import { Elysia } from 'elysia'
import { CreateCollege, college, collegeRequest, RequestCollege, UpdateCollege } from '../../core/colleges/schemas'
import {
  addCollege,
  changeCollege,
  findColleges,
  readBranches,
  readCollege,
  removeCollege,
  requestCollege,
} from '../../core/colleges/service'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { Branches, CollegeFilter, CollegeMade, CollegeParams, CollegesFound } from './schemas'

export const colleges = new Elysia({ name: 'colleges', prefix: '/api/v1/colleges', detail: { tags: ['colleges'] } })
  .use(access)
  .get('', async ({ query }) => ok('Colleges', await findColleges(query)), {
    public: true,
    follower: 'copy',
    query: CollegeFilter,
    response: envelope(CollegesFound),
    detail: { operationId: 'listColleges', summary: 'List the colleges, by name' },
  })
  .post('', async ({ user, body }) => created('College created', { college: await addCollege(user, body) }), {
    admin: true,
    creates: 'viewer',
    reauthenticated: true,
    fails: ['CONFLICT'],
    body: CreateCollege,
    response: createdResponse(envelope(CollegeMade)),
    detail: { operationId: 'createCollege', summary: 'Create a college' },
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
      response: createdResponse(envelope(collegeRequest)),
      detail: { operationId: 'requestCollege', summary: 'Ask for a college that is not here yet' },
    },
  )
  .get('/:id', async ({ params }) => ok('College', await readCollege(params.id)), {
    public: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: CollegeParams,
    response: envelope(college),
    detail: { operationId: 'getCollege', summary: 'Read a college' },
  })
  .get('/:id/branches', async ({ params }) => ok('Branches', await readBranches(params.id)), {
    public: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: CollegeParams,
    response: envelope(Branches),
    detail: { operationId: 'listCollegeBranches', summary: 'List the branches that a college offers' },
  })
  .patch('/:id', async ({ user, params, body }) => ok('College updated', await changeCollege(user, params.id, body)), {
    admin: true,
    fails: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
    params: CollegeParams,
    body: UpdateCollege,
    response: envelope(college),
    detail: { operationId: 'updateCollege', summary: 'Change a college' },
  })
  .delete(
    '/:id',
    async ({ user, params }) => {
      await removeCollege(user, params.id)
      return okMessage('College deleted')
    },
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: CollegeParams,
      response: emptyEnvelope,
      detail: { operationId: 'deleteCollege', summary: 'Delete a college that has no users' },
    },
  )

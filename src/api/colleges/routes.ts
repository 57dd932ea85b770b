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
import { created, ok } from '../http/envelope'
import { confirms, done, makes, returns, routes } from '../http/route'
import { Branches, CollegeFilter, CollegeMade, CollegeParams, CollegesFound } from './schemas'

export const colleges = routes('colleges', '/api/v1/colleges')
  .get('', async ({ query }) => ok('Colleges', await findColleges(query)), {
    public: true,
    follower: 'copy',
    query: CollegeFilter,
    ...returns(CollegesFound, 'listColleges', 'List the colleges, by name'),
  })
  .post('', async ({ user, body }) => created('College created', { college: await addCollege(user, body) }), {
    admin: true,
    creates: 'viewer',
    reauthenticated: true,
    fails: ['CONFLICT'],
    body: CreateCollege,
    ...makes(CollegeMade, 'createCollege', 'Create a college'),
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
  .get('/:id', async ({ params }) => ok('College', await readCollege(params.id)), {
    public: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: CollegeParams,
    ...returns(college, 'getCollege', 'Read a college'),
  })
  .get('/:id/branches', async ({ params }) => ok('Branches', await readBranches(params.id)), {
    public: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: CollegeParams,
    ...returns(Branches, 'listCollegeBranches', 'List the branches that a college offers'),
  })
  .patch('/:id', async ({ user, params, body }) => ok('College updated', await changeCollege(user, params.id, body)), {
    admin: true,
    fails: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
    params: CollegeParams,
    body: UpdateCollege,
    ...returns(college, 'updateCollege', 'Change a college'),
  })
  .delete('/:id', async ({ user, params }) => done('College deleted', removeCollege(user, params.id)), {
    admin: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    params: CollegeParams,
    ...confirms('deleteCollege', 'Delete a college that has no users'),
  })

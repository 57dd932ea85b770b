import { type Static, t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { byId, confirms, done, makes, returns, routes } from '../../http/route'
import { clamped, clampTo, uuid } from '../../lib/text/schema'
import {
  createCourse,
  deleteCourse,
  findCourses,
  importCourses,
  proposeCourse,
  readCoursePage,
  updateCourse,
} from './courses'
import {
  CreateCourse,
  course,
  coursePage,
  coursesImported,
  ImportCourses,
  MOST_LISTED,
  ProposeCourse,
  UpdateCourse,
} from './schemas'

const LIMIT = { fallback: 100, min: 1, max: MOST_LISTED }
const Asked = t.Object({
  collegeId: t.Optional(uuid()),
  q: t.Optional(t.String({ maxLength: 100, description: 'How the code begins, or what the name has' })),
  limit: clamped(LIMIT),
})
const Courses = t.Object({ courses: t.Array(course, { maxItems: MOST_LISTED }) })
const listed = (query: Static<typeof Asked>, withProposed = false) =>
  ok('Courses', { courses: findCourses({ ...query, limit: clampTo(LIMIT, query.limit) }, withProposed) })
const one = { admin: true, ...byId, fails: ['NOT_FOUND', 'CONFLICT'] } as const

export const courses = routes('courses', '/api/v1/courses')
  .get('', async ({ query }) => listed(query), {
    content: true,
    follower: 'copy',
    query: Asked,
    ...returns(Courses, 'listCourses', 'List the courses of a college, by code', 'Those that wait are left out.'),
  })
  .get('/:id', async ({ params }) => ok('Course', { course: readCoursePage(params.id) }), {
    content: true,
    follower: 'copy',
    ...byId,
    ...returns(
      t.Object({ course: coursePage }),
      'getCourse',
      'Read a course',
      'Its posts: `GET /api/v1/posts?course=`; its dates: `GET /api/v1/events?course=`.',
    ),
  })
  .post(
    '/proposals',
    async ({ user, body }) => created('Course proposed', { course: await proposeCourse(user, body) }),
    {
      author: true,
      fails: ['VALIDATION_FAILED', 'CONFLICT', 'RATE_LIMITED'],
      body: ProposeCourse,
      ...makes(
        t.Object({ course }),
        'proposeCourse',
        'Propose a course of one’s college',
        'A moderator decides. Who proposed it is kept nowhere.',
      ),
    },
  )

export const adminCourses = routes('admin', '/api/v1/admin/courses')
  .get('', async ({ query }) => listed(query, true), {
    admin: true,
    query: Asked,
    ...returns(Courses, 'listCoursesAsAdmin', 'List courses, the proposed ones first'),
  })
  .post('', async ({ user, body }) => created('Course added', { course: await createCourse(user, body) }), {
    admin: true,
    creates: 'viewer',
    fails: ['VALIDATION_FAILED', 'CONFLICT'],
    body: CreateCourse,
    ...makes(t.Object({ course }), 'createCourse', 'Add a course'),
  })
  .post('/csv', async ({ user, body }) => ok('Courses imported', await importCourses(user, body)), {
    admin: true,
    fails: ['VALIDATION_FAILED'],
    body: ImportCourses,
    ...returns(coursesImported, 'importCourses', 'Add the courses of a list, all of them or none'),
  })
  .patch(
    '/:id',
    async ({ user, params, body }) => ok('Course changed', { course: await updateCourse(user, params.id, body) }),
    {
      ...one,
      fails: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
      body: UpdateCourse,
      ...returns(t.Object({ course }), 'updateCourse', 'Rename, close, reopen or accept a course'),
    },
  )
  .delete('/:id', async ({ user, params }) => done('Course deleted', deleteCourse(user, params.id)), {
    ...one,
    ...confirms('deleteCourse', 'Refuse a proposed course, or delete one that no post names'),
  })

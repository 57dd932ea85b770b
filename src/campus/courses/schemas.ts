import { type Static, t } from 'elysia'
import {
  choice,
  faultMessage,
  integer,
  named,
  namedObject,
  notEmpty,
  nullable,
  recordId,
  text,
  uuid,
} from '../../lib/text/schema'
import { message } from '../../messages/message'

export const MOST_LISTED = 1000
/** Some thousand lines. */
const MOST_IMPORTED = 100_000

const words = { code: text(1, 30), name: text(2, 150) }

export const ProposeCourse = namedObject('ProposeCourse', words)
export type CourseWords = Static<typeof ProposeCourse>
export const CreateCourse = namedObject('CreateCourse', { collegeId: uuid(), ...words })
export const UpdateCourse = named(
  'UpdateCourse',
  notEmpty(
    t.Partial(
      t.Object({
        ...words,
        state: Object.assign(choice(['open', 'closed']), {
          description: 'A closed course keeps its posts and takes no new ones; a proposed one is accepted with `open`',
        }),
      }),
    ),
  ),
)
export type CourseChanges = Static<typeof UpdateCourse>

export const ImportCourses = namedObject('ImportCourses', {
  collegeId: uuid(),
  csv: t.String({
    minLength: 1,
    maxLength: MOST_IMPORTED,
    description:
      'A line for each course: code, name. All or nothing; a line that is wrong is told as the field `csv.7`',
    ...faultMessage(message('fields.length', { min: 1, max: MOST_IMPORTED })),
  }),
})
export const coursesImported = namedObject('CoursesImported', {
  added: integer(),
  unchanged: integer('Those that were there with the same name'),
})

/** As posts show it. */
export const courseSummary = namedObject('CourseSummary', { id: recordId, code: t.String(), name: t.String() })
export type CourseSummary = Static<typeof courseSummary>

export const course = namedObject('Course', {
  ...courseSummary.properties,
  collegeId: recordId,
  state: t.UnionEnum(['open', 'proposed', 'closed']),
})
export type Course = Static<typeof course>

export const coursePage = namedObject('CoursePage', {
  ...course.properties,
  followers: nullable(integer('Null while it has fewer than five')),
})

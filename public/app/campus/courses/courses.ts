import type { Data } from '../../../../client/api'
import { api, envelope } from '../../lib/api'
import { me } from '../../lib/me'

export type Course = Data<typeof api.courses.get>['courses'][number]
type Named = Pick<Course, 'code' | 'name'>

/** As many as the server lists. */
export const MOST_COURSES = 1000

/** Those of the viewer's college, by code. */
export const fetchOwnCourses = () =>
  envelope(api.courses.get({ query: { collegeId: me.peek()?.collegeId, limit: MOST_COURSES } }))

export const courseLabel = ({ code, name }: Named): string => `${code} · ${name}`

/** What is the same in any case and with any spaces. */
const keyOf = (words: string): string => words.replace(/[\s·]/g, '').toLowerCase()

/** Those whose code or name has the words. */
export const coursesWith = <Each extends Named>(words: string, courses: readonly Each[]): Each[] =>
  courses.filter((each) => keyOf(courseLabel(each)).includes(keyOf(words)))

/** The one that is meant by its code, its name or both; undefined where two have the name. */
export function courseNamed<Each extends Named>(words: string, courses: readonly Each[]): Each | undefined {
  const isMeant = (one: string) => keyOf(one) === keyOf(words)
  const found = courses.filter((each) => [each.code, each.name, courseLabel(each)].some(isMeant))
  return found.length === 1 ? found[0] : undefined
}

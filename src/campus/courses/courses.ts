import { courses } from '../../../db/schema/colleges'
import { countRows, hasRow, insertInto, type Query, raw, sql } from '../../../db/sql'
import { pick, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { type FieldError, refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { isHomograph, lookOf, nameFault } from '../../ground/policy/names'
import { dropAllCaches } from '../../lib/process/cache'
import { readCsv } from '../../lib/text/csv'
import { type MessageOrKey, message } from '../../messages/message'
import { DailyQuota } from '../accounts/daily-quota'
import { refuseDeceptive } from '../colleges/deceptive-names'
import { readCollege } from '../colleges/directory'
import { type Course, type CourseChanges, type CourseSummary, type CourseWords, MOST_LISTED } from './schemas'

// The courses of a college: moderators keep them, students propose them, posts name them. Every moderator keeps those of
// every college, as with colleges and branches. Who proposed one is written nowhere: with their texts beside it, the
// courses that somebody sits in would say who that is.

const COLUMNS = pick(courses, 'id', 'collegeId', 'code', 'name', 'state')
const SELECT = raw(`SELECT ${selectList(COLUMNS)} FROM courses`)
const coursesWhere = (condition: Query<never>) => sql(COLUMNS)`${SELECT} WHERE ${condition}`

const courseById = (db: Connection, id: string): Course | undefined => coursesWhere(sql`id = ${id}`).get(db)

/** 404. */
const requireCourse = (db: Connection, id: string): Course =>
  courseById(db, id) ?? refuse('NOT_FOUND', 'courses.missing')

/** As everybody sees it: a proposed one is missing. */
export function publicCourse(db: Connection, id: string): Course {
  const course = requireCourse(db, id)
  return course.state === 'proposed' ? refuse('NOT_FOUND', 'courses.missing') : course
}

/** What a post shows of its course. Undefined where a moderator has deleted it since. */
export function courseSummary(db: Connection, id: string): CourseSummary | undefined {
  const course = courseById(db, id)
  return course && { id, code: course.code, name: course.name }
}

/** Read where a post is cached, for those that name one. */
export function shownCourse({ courseId }: { courseId: string | null }, db: Connection = storage.reader) {
  const course = courseId === null ? undefined : courseSummary(db, courseId)
  return course === undefined ? {} : { course }
}

/** The id of a course for a post of that college. 400 for another one, and for one that takes no posts. */
export function openCourse(db: Connection, id: string, collegeId: string): string {
  const course = courseById(db, id)
  if (course === undefined || course.state === 'proposed' || course.collegeId !== collegeId)
    return refuseField('course', 'courses.unknown')
  return course.state === 'open' ? id : refuseField('course', message('courses.closed', { code: course.code }))
}

type Asked = { collegeId?: string | undefined; q?: string | undefined; limit?: number }

/** Those whose code begins so or whose name has it, by code; for moderators with the proposed ones, which come first. */
export function findCourses({ collegeId, q = '', limit = MOST_LISTED }: Asked, withProposed = false): Course[] {
  const words = q.trim().toLowerCase()
  return coursesWhere(sql`${withProposed ? sql`true` : sql`state <> 'proposed'`}
    ${collegeId === undefined ? sql`` : sql`AND college_id = ${collegeId}`}
    ${words === '' ? sql`` : sql`AND (instr(code_key, ${keyOf(words)}) = 1 OR instr(lower(name), ${words}) > 0)`}
    ORDER BY state <> 'proposed', code_key, id LIMIT ${limit}`).all(storage.reader)
}

const FEWEST_SHOWN = 5

/** A course with how many follow it. */
export function readCoursePage(id: string) {
  const course = publicCourse(storage.reader, id)
  // Index: follows_target.
  const count = countRows(storage.reader, sql`FROM follows WHERE kind = 'course' AND target = ${id}`)
  return { ...course, followers: count < FEWEST_SHOWN ? null : count }
}

// What is written. Codes are the same in any case and with any spaces.

const keyOf = (code: string): string => code.normalize('NFC').replace(/\s/gu, '').toUpperCase()

/** Finds the course that a code is of, or looks like. */
function codesOf(tx: Tx, collegeId: string) {
  const byKey = new Map<string, Course>()
  const byLook = new Map<string, Course>()
  const add = (course: Course) => {
    byKey.set(keyOf(course.code), course)
    byLook.set(lookOf(keyOf(course.code)), course)
  }
  for (const course of coursesWhere(sql`college_id = ${collegeId}`).all(tx)) add(course)
  return {
    add,
    same: (code: string): Course | undefined => byKey.get(keyOf(code)),
    lookalike(code: string): Course | undefined {
      const other = byLook.get(lookOf(keyOf(code)))
      return other && isHomograph(keyOf(code), keyOf(other.code)) ? other : undefined
    },
  }
}

const TAKEN = { open: 'courses.taken', closed: 'courses.takenClosed', proposed: 'courses.takenProposed' } as const

/** That there is one of the code, as what. */
const taken = ({ code, name, state }: Course): MessageOrKey => message(TAKEN[state], { code, name })

/** 400 for deceptive words; 409 `CONFLICT` for a code that is there. */
function refuseUnfit(tx: Tx, collegeId: string, { code, name }: CourseWords, exceptId?: string): void {
  refuseDeceptive({ code, name })
  const codes = codesOf(tx, collegeId)
  const [same, lookalike] = [codes.same(code), codes.lookalike(code)]
  if (same && same.id !== exceptId) refuse('CONFLICT', taken(same))
  if (lookalike && lookalike.id !== exceptId) refuseField('code', message('names.homograph', { other: lookalike.code }))
}

/** 404 on a field of the body. */
const requireCollegeOf = (tx: Tx, collegeId: string) =>
  readCollege(tx, collegeId) ?? refuseField('collegeId', 'colleges.unknown')

function insertCourse(tx: Tx, collegeId: string, { code, name }: CourseWords, state: Course['state']): Course {
  const course = { id: crypto.randomUUID(), collegeId, code, name, state }
  insertInto(courses, { ...course, codeKey: keyOf(code) }).run(tx)
  return course
}

const PROPOSALS = new DailyQuota(
  'course-proposals',
  { each: 3, inAll: 300 },
  { each: 'courses.proposals', inAll: 'courses.proposalsInAll' },
)
/** Of a college, until moderators decide. */
const MOST_PROPOSED = 100

/** For one's own college. 400 and 409 as above, 409 while too many wait; 429 beyond three in a day. */
export const proposeCourse = (user: Viewer, words: CourseWords): Promise<Course> =>
  writeAs(user, 'author', (tx, { id, collegeId }) => {
    refuseUnfit(tx, collegeId, words)
    if (countRows(tx, sql`FROM courses WHERE college_id = ${collegeId} AND state = 'proposed'`) >= MOST_PROPOSED)
      refuse('CONFLICT', 'courses.tooManyProposed')
    PROPOSALS.consume(id)
    return insertCourse(tx, collegeId, words, 'proposed')
  })

export const createCourse = (user: Viewer, { collegeId, ...words }: CourseWords & { collegeId: string }) =>
  createAs(user, 'admin', {
    create(tx, user) {
      requireCollegeOf(tx, collegeId)
      refuseUnfit(tx, collegeId, words)
      const course = insertCourse(tx, collegeId, words, 'open')
      audit(tx, user, { action: 'admin:created:course', entityType: 'course', entityId: course.id, after: words })
      return course
    },
    read: (id) => requireCourse(storage.reader, id),
  })

/** 404; 400 and 409 as above, and for closing what is only proposed. */
export const updateCourse = (user: Viewer, id: string, changes: CourseChanges): Promise<Course> =>
  writeAs(user, 'admin', (tx, user) => {
    const before = requireCourse(tx, id)
    const { code = before.code, name = before.name, state = before.state } = changes
    if (Object.values(changes).every((value) => value === undefined))
      refuse('VALIDATION_FAILED', 'courses.nothingToChange')
    if (before.state === 'proposed' && state === 'closed') refuse('CONFLICT', 'courses.onlyProposed')
    const after: Course = { ...before, code, name, state }
    if (Bun.deepEquals(before, after)) return before
    if (code !== before.code || name !== before.name) refuseUnfit(tx, before.collegeId, after, id)
    sql`UPDATE courses SET code = ${code}, code_key = ${keyOf(code)}, name = ${name}, state = ${state}
      WHERE id = ${id}`.run(tx)
    audit(tx, user, {
      action: before.state === 'proposed' && state === 'open' ? 'admin:approved:course' : 'admin:updated:course',
      entityType: 'course',
      entityId: id,
      before: { code: before.code, name: before.name, state: before.state },
      after: { code, name, state },
    })
    // Posts show their course, and one changes a few times a year.
    tx.afterCommit(dropAllCaches)
    return after
  })

/** Refuses a proposal, or takes away a course that no post names. 404; 409 `CONFLICT` for another one. */
export const deleteCourse = (user: Viewer, id: string): Promise<void> =>
  writeAs(user, 'admin', (tx, user) => {
    const { code, name, state } = requireCourse(tx, id)
    // Index: posts_course_newest; few posts wait.
    const isUsed = ['posts', 'delayed_posts', 'held_texts'].some((texts) =>
      hasRow(tx, sql`FROM ${raw(texts)} WHERE course_id = ${id}`),
    )
    if (isUsed) refuse('CONFLICT', 'courses.hasPosts')
    sql`DELETE FROM courses WHERE id = ${id}`.run(tx)
    sql`DELETE FROM follows WHERE kind = 'course' AND target = ${id}`.run(tx)
    const action = state === 'proposed' ? 'admin:refused:course' : 'admin:deleted:course'
    audit(tx, user, { action, entityType: 'course', entityId: id, before: { code, name } })
  })

// A list of them.

/** Adds what is new of a list, or nothing where a line is wrong: 400 with each as `csv.<line>`. */
export const importCourses = (user: Viewer, { collegeId, csv }: { collegeId: string; csv: string }) =>
  writeAs(user, 'admin', (tx, user) => {
    requireCollegeOf(tx, collegeId)
    const codes = codesOf(tx, collegeId)
    const lineOf = new Map<string, number>()
    const errors: FieldError[] = []
    let [added, unchanged] = [0, 0]
    for (const { line, cells } of withoutHeading(readCsv(csv))) {
      const [code = '', name = ''] = cells ?? []
      const earlier = lineOf.get(keyOf(code))
      const [same, lookalike] = [codes.same(code), codes.lookalike(code)]
      const isKnown = same?.state === 'open' && same.name === name
      const fault: MessageOrKey | null =
        cells?.length !== 2
          ? 'courses.line'
          : (lengthFault(code, name) ??
            nameFault(code) ??
            nameFault(name) ??
            (earlier !== undefined
              ? message('courses.lineTwice', { line: String(earlier) })
              : same && !isKnown
                ? taken(same)
                : lookalike
                  ? message('names.homograph', { other: lookalike.code })
                  : null))
      if (fault !== null) errors.push({ field: `csv.${line}`, message: fault })
      else if (isKnown) unchanged++
      else {
        codes.add(insertCourse(tx, collegeId, { code, name }, 'open'))
        added++
      }
      if (code !== '') lineOf.getOrInsert(keyOf(code), line)
    }
    if (errors.length > 0) refuse('VALIDATION_FAILED', message('courses.lines', { count: errors.length }), { errors })
    if (added + unchanged === 0) refuse('VALIDATION_FAILED', 'courses.noLines')
    if (added > 0)
      audit(tx, user, {
        action: 'admin:imported:course',
        entityType: 'college',
        entityId: collegeId,
        metadata: { count: added },
      })
    return { added, unchanged }
  })

const lengthFault = (code: string, name: string): MessageOrKey | null =>
  code.length >= 1 && code.length <= 30 && name.length >= 2 && name.length <= 150 ? null : 'courses.lineLength'

type Line = ReturnType<typeof readCsv>[number]

const withoutHeading = ([first, ...others]: Line[]): Line[] =>
  first === undefined || first.cells?.map((cell) => cell.toLowerCase()).join() === 'code,name'
    ? others
    : [first, ...others]

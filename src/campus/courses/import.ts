import { type FieldError, refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { nameFault } from '../../ground/policy/names'
import { readCsv } from '../../lib/text/csv'
import { type MessageOrKey, message } from '../../messages/message'
import { codesOf, insertCourse, keyOf, requireCollegeOf, taken } from './courses'

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

import { type Static, t } from 'elysia'
import { colleges } from '../../../db/schema/colleges'
import { users } from '../../../db/schema/users'
import { INTEGER, sqlStatement, TEXT } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { config } from '../../config'
import { monthsAfter } from '../../lib/coarse-time'
import { integer, named, nullable, recordId, timestamp } from '../../lib/schema'
import { firstMonthOfMembers, lastMonthEnding } from '../access/membership'

// How many memberships end, before they do. Whoever reads it must not learn whose: numbers are rounded down to a multiple
// of the least group, and nothing below that is told, nor that there is anybody.

const counted = nullable(integer('Rounded down to a multiple of `leastCount`; null for fewer'))

export const membershipPreview = named(
  'MembershipPreview',
  t.Object({
    by: timestamp,
    months: integer('After how many months a membership ends; 0: never'),
    leastCount: integer(),
    members: counted,
    ending: counted,
    groups: t.Array(
      t.Object({
        college: t.Object({ id: recordId, name: t.String() }),
        joined: t.String({ description: 'The year' }),
        members: counted,
        ending: counted,
      }),
      { description: 'By college and year of joining; only those in which enough end', maxItems: 10_000 },
    ),
  }),
)
export type MembershipPreview = Static<typeof membershipPreview>

const byGroup = sqlStatement(
  `SELECT c.id, c.name, substr(u.created_at, 1, 4) AS joined, count(*) AS members, sum(u.verified_at <= $last) AS ending
  FROM users u CROSS JOIN colleges c ON c.id = u.college_id
  WHERE u.role = 'user' AND u.status = 'ACTIVE' AND u.verified_at >= $first
  GROUP BY c.id, joined ORDER BY c.name, c.id, joined`,
  {
    returns: { id: colleges.id, name: colleges.name, joined: TEXT, members: INTEGER, ending: INTEGER },
    params: { first: users.verifiedAt, last: users.verifiedAt },
  },
)

/** The memberships that end at or before the first of that month (`2027-07`); unless told, those of this month. */
export function previewMemberships(month?: string): MembershipPreview {
  const by = monthsAfter(month ?? new Date().toISOString(), month === undefined ? 1 : 0)
  const [leastCount, months] = [config.minGroup, config.reverifyMonths]
  const rows =
    months === 0 ? [] : byGroup(storage.reader).all({ first: firstMonthOfMembers(), last: lastMonthEnding(by) })
  const coarse = (count: number): number | null => (count < leastCount ? null : count - (count % leastCount))
  const sum = (name: 'members' | 'ending') => coarse(rows.reduce((total, row) => total + row[name], 0))
  const groups = rows
    .filter(({ ending }) => ending >= leastCount)
    .map(({ id, name, joined, members, ending }) => ({
      college: { id, name },
      joined,
      members: coarse(members),
      ending: coarse(ending),
    }))
  return { by, months, leastCount, members: sum('members'), ending: sum('ending'), groups }
}

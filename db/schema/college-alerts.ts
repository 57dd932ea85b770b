import { sql } from 'drizzle-orm'
import { check, index, text } from 'drizzle-orm/sqlite-core'
import { colleges } from './colleges'
import { id, idOrNull, known, sqliteTable, string, word } from './columns'
import { byUser } from './users'

/** What superadmins are to know of, because whoever controls the domain of a college decides who studies there. */
export const collegeAlerts = sqliteTable(
  'college_alerts',
  {
    id: id(),
    kind: word(['created', 'approved', 'domain_changed']),
    collegeId: idOrNull(() => colleges.id, 'set null'),
    /** Name and domain after the act, and the domain before a change. */
    college: string(),
    domain: string(),
    domainBefore: text(),
    /** Null for the operator. */
    actorId: byUser(),
    createdAt: string(),
    acknowledgedAt: text(),
  },
  (table) => [
    index('college_alerts_open').on(table.id).where(sql`acknowledged_at is null`),
    index('college_alerts_college').on(table.collegeId),
    index('college_alerts_actor').on(table.actorId),
    known('college_alerts_kind', table.kind),
    check('college_alerts_domain', sql`(${table.kind} = 'domain_changed') = (${table.domainBefore} is not null)`),
  ],
)

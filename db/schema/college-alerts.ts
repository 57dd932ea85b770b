import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { colleges } from './colleges'
import { known } from './known'
import { byUser } from './users'

/** What superadmins are to know of, because whoever controls the domain of a college decides who studies there. */
export const collegeAlerts = sqliteTable(
  'college_alerts',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['created', 'approved', 'domain_changed'] }).notNull(),
    collegeId: text('college_id').references(() => colleges.id, { onDelete: 'set null' }),
    /** Name and domain after the act, and the domain before a change. */
    college: text().notNull(),
    domain: text().notNull(),
    domainBefore: text('domain_before'),
    /** Null for the operator. */
    actorId: byUser('actor_id'),
    createdAt: text('created_at').notNull(),
    acknowledgedAt: text('acknowledged_at'),
  },
  (table) => [
    index('college_alerts_open').on(table.id).where(sql`acknowledged_at is null`),
    index('college_alerts_college').on(table.collegeId),
    index('college_alerts_actor').on(table.actorId),
    known('college_alerts_kind', table.kind),
    check('college_alerts_domain', sql`(${table.kind} = 'domain_changed') = (${table.domainBefore} is not null)`),
  ],
)

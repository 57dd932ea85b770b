import { sql } from 'drizzle-orm'
import { customType, index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core'
import { flag, number, sqliteTable, string } from './columns'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'blob' })
/** A UUID as 16 bytes, anything else as text (`lib/ids.ts`). */
const packedId = customType<{ data: Uint8Array | string }>({ dataType: () => 'any' })

/** Who did what, when. Triggers make it append-only. Ids are no foreign keys: an entry outlives its entity. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    /** Without gaps. Shown to nobody: it tells how many entries there are. */
    number: integer().primaryKey(),
    /** Milliseconds since 1970. */
    time: number(),
    action: number(),
    actor: packedId(),
    role: number(),
    entityType: number(),
    entity: packedId(),
    failed: flag(),
    platform: number(),
    request: packedId(),
    ip: text(),
    /** In `audit_agents`. */
    agent: integer(),
    /** A JSON object of what more there is to say. */
    detail: text(),
    /** In the last entry of a commit: SHA-256 of its entries, the salt and the hash before. */
    hash: bytes(),
    /** Without it, nobody who has the hash finds the addresses that were taken out of the entries by trying all. */
    salt: bytes(),
  },
  (table) => [
    // What administrators list; covers their filters but those by ids. The bounds are those of `ground/audit/kinds.ts`.
    index('audit_log_listed').on(table.time, table.action).where(sql`action >= 200`),
    // Entries about the log itself.
    index('audit_log_own').on(table.action, table.time).where(sql`action < 10`),
  ],
)

/** Browsers that entries of the last 90 days name. */
export const auditAgents = sqliteTable('audit_agents', {
  number: integer().primaryKey(),
  userAgent: string().unique(),
  /** The day since 1970 of its newest entry. */
  lastDay: number(),
})

/** What an account does in a day (UTC, by its beginning) beyond the most that it has entries for; until the day is over. */
export const auditOverflow = sqliteTable(
  'audit_overflow',
  { day: number(), actorId: text('actor_id').notNull(), count: number() },
  (table) => [primaryKey({ columns: [table.day, table.actorId] })],
)

/** The rows of `audit_log` that the present transaction rewrites; empty outside of it. */
export const auditRewriting = sqliteTable('audit_rewriting', {
  first: number(),
  last: number(),
})

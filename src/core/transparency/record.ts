import { t } from 'elysia'
import { integer, named, nullable } from '../../lib/schema'

const counted = nullable(integer('Rounded down to a multiple of five; null for fewer than `leastCount`'))

export const TransparentMonth = t.Object({
  month: t.String({ description: 'Like 2026-11 (UTC)' }),
  reports: counted,
  removed: counted,
  removedByRule: t.Array(t.Object({ rule: t.String(), count: integer('Rounded down to a multiple of five') }), {
    maxItems: 1000,
    description: 'The rules for which at least `leastCount` posts and comments were removed, most first',
  }),
  restored: counted,
  sanctions: counted,
  appeals: counted,
  upheld: counted,
  overturned: counted,
  reveals: nullable(
    integer('How many addresses, and accounts behind aliases, were revealed to a superadmin; as coarse as the others'),
  ),
  medianHours: nullable(
    integer('Within how many hours half of the reports were decided; null for fewer than `leastCount` decisions'),
  ),
})

export const Transparency = named(
  'Transparency',
  t.Object({
    months: t.Array(TransparentMonth, { maxItems: 12, description: 'The last twelve whole months, newest first' }),
    leastCount: integer(),
    auditHead: nullable(
      t.Object({
        hash: t.String({
          description: 'Of an entry of the audit log: `quad audit verify --head` proves that it stands',
        }),
        day: t.String({ description: 'The day of that entry (UTC)' }),
      }),
    ),
  }),
)

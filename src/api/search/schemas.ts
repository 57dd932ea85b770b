import { t } from 'elysia'
import { clamped, cursor, oneOf } from '../../lib/schema'
import { instant } from '../../lib/time-schemas'

const q = t.String({
  maxLength: 1000,
  description: 'Any text. Words in quotes stand side by side; what is beyond 200 characters or eight words is ignored',
})

const LIMIT = { fallback: 10, min: 1, max: 50 }

export const Search = t.Object({
  q,
  type: oneOf(['posts', 'comments', 'people']),
  topic: t.Optional(t.String({ maxLength: 300, description: 'In any case; an unknown one finds nothing' })),
  branch: t.Optional(t.String({ maxLength: 300, description: 'Code or name, of the author of the post' })),
  from: t.Optional(instant('fields.time', 'Written at this minute or later')),
  to: t.Optional(instant('fields.time', 'Written at this minute, on this day, or earlier')),
  sort: oneOf(['relevance', 'new'], '`new` finds what has all the words, or words that begin with them'),
  limit: clamped(LIMIT),
  cursor,
})

export const LIMITS = LIMIT

export const Suggest = t.Object({ q })

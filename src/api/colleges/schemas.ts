import { t } from 'elysia'
import { branch, college } from '../../core/colleges/schemas'
import { integer, uuid } from '../../lib/schema'

export const CollegeParams = t.Object({ id: uuid() })

const place = t.Optional(t.String({ maxLength: 100, description: 'Matched whole, in any case' }))
export const CollegeFilter = t.Object({ city: place, state: place })

export const CollegeMade = t.Object({ college })
export const CollegesFound = t.Object({
  colleges: t.Array(college, { maxItems: 1000 }),
  count: integer('How many there are, also beyond the thousand shown'),
})
export const Branches = t.Array(branch)

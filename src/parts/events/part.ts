import type { Part } from '../../ground/parts'
import { dropCalendar } from './agenda'
import { calendar, events as routes } from './routes'

export const events = {
  name: 'events',
  routes: [routes, calendar],
  on: { 'account.removed': (tx, { id }) => dropCalendar(tx, id) },
} as const satisfies Part

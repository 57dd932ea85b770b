import { catalogue } from './catalogue'

/** Posts with a date and a place. */
const english = {
  agenda: {
    title: 'What’s on',
    lead: 'Events on campus, soonest first.',
    none: 'Nothing planned yet',
    write: 'Post an event',
    all: 'Calendar of all public events (.ics)',
  },
  event: { when: 'When', where: 'Where', add: 'Add to calendar' },
  fields: { startsAt: 'When', place: 'Where' },
}

export const eventsText = catalogue(english, () => import('./hi/events').then(({ hindi }) => hindi))

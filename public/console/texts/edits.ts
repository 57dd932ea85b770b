import { catalogue } from '../../app/texts/catalogue'

/** What an author changed, as moderators see it. */
const english = {
  edits: {
    open: 'Edits',
    title: 'Edits',
    lead: 'What the author changed, latest first. Opening this is logged.',
    none: 'No edits. Changes of the topic aren’t kept.',
    failed: 'Couldn’t load the edits',
    kept: 'Only the first version and the latest 19 are kept.',
    first: 'First version',
    parts: { title: 'Title', content: 'Text', startsAt: 'Date', place: 'Place' },
    removed: 'removed:',
    added: 'added:',
    end: 'end of change',
    close: 'Close',
  },
}

export const editsText = catalogue(english, () => import('./hi/edits').then(({ hindi }) => hindi))

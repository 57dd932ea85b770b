import { catalogue } from './catalogue'

/** The pages of the place around what the campus writes on them. */
const english = {
  leads: {
    rules: 'Everybody here has agreed to these.',
    privacy: 'Who can learn what about you.',
    contact: 'Who runs this Quad, and whom to turn to.',
    moderation: 'How posts and people are moderated.',
  },
  links: { transparency: 'Moderation in numbers' },
}

export const aboutText = catalogue(english, () => import('./hi/about').then(({ hindi }) => hindi))

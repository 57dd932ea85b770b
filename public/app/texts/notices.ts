import { catalogue } from './catalogue'

/** What the owner of an account is told about it, above every page and in the settings. */
const english = {
  notices: {
    title: 'About your account',
    acknowledge: 'Got it',
    all: 'Account notices',
  },
}

export const noticesText = catalogue(english, () => import('./hi/notices').then(({ hindi }) => hindi))

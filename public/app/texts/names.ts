import { catalogue } from './catalogue'

/** The name that Quad draws for somebody. */
const english = {
  choice: {
    you: 'This is you on Quad',
    another: (left: number) => `Try another (${left} left)`,
    why: 'Your name isn’t one that Quad draws today. You can get a new one, once. Your posts keep their place under it.',
  },
}

export const namesText = catalogue(english, () => import('./hi/names').then(({ hindi }) => hindi))

import { catalogue } from './catalogue'

/** What one can write, and what of it is pressed. */
const english = {
  markdown: {
    spoiler: 'Spoiler',
    help: 'Formatting',
    typed: {
      bold: 'Bold',
      italic: 'Italic',
      struck: 'Struck through',
      spoilers: 'Spoiler: hidden until pressed',
      code: 'Code; three ` above and below for several lines',
      quote: 'Quote',
      list: 'List; 1. for a numbered one',
      link: 'Link; its site is shown beside it',
      mention: 'Mentions someone who takes part',
      table: 'Table',
    },
  },
}

export const markdownText = catalogue(english, () => import('./hi/markdown').then(({ hindi }) => hindi))

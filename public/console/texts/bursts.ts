import { catalogue } from '../../app/texts/catalogue'

/** Many texts within minutes, as moderators are told. */
const english = {
  alert: {
    title: 'Many texts at once',
    account: (name: string, texts: number) => `${name} wrote ${texts} posts and comments.`,
    text: (accounts: number) => `${accounts} accounts wrote nearly the same.`,
    link: (domain: string, accounts: number) => `${accounts} accounts linked to ${domain}.`,
    someone: 'An account that’s gone',
    see: 'See the texts',
    more: (count: number) => `${count} more`,
    nothingLeft: 'None of the texts is left.',
    postNumber: (number: number) => `Post ${number}`,
    commentNumber: (number: number) => `Comment ${number}`,
    author: 'Open their page',
    dismiss: 'Dismiss alert',
    dismissed: 'Alert dismissed',
  },
}

export const burstsText = catalogue(english, () => import('./hi/bursts').then(({ hindi }) => hindi))

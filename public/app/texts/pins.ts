import { catalogue } from './catalogue'

const english = {
  pins: {
    title: 'Pin this post',
    lead: 'Pinned posts stand at the top for everyone who can see them.',
    campus: 'Top of the feed',
    topic: (topic: string) => `Top of ${topic}`,
    taken: (count: number, room: number) => `${count} of ${room}`,
    here: 'Pin here',
    unpin: 'Unpin',
    unpinOne: (title: string) => `Unpin: ${title}`,
    none: 'Nothing pinned',
    done: 'Pinned.',
    undone: 'Unpinned.',
    close: 'Close',
  },
}

export const pinsText = catalogue(english, () => import('./hi/pins').then(({ hindi }) => hindi))

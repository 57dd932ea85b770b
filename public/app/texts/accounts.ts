import { catalogue } from './catalogue'
import { pluralIn } from './numbers'

const plural = pluralIn('en')

/** Profiles, finding people, one's college. */
const english = {
  profile: {
    loading: 'Profile',
    missing: 'This person isn’t on Quad',
    missingWhy: 'The account was deleted or the link is broken.',
    failed: 'Couldn’t load this profile',
    joined: (month: string) => `Joined ${month}`,
    posts: 'Posts',
    none: 'No posts to show.',
    noneOwn: 'You haven’t posted yet.',
    write: 'Write your first post',
    you: 'This is what other students see. They never see your name or email.',
    settings: 'Settings',
    block: 'Block',
    blockQuestion: (name: string) => `Block ${name}?`,
    blockConsequence:
      'You won’t see each other’s posts or be able to vote on or reply to each other. They aren’t told. You can undo this in Settings.',
    blocked: (name: string) => `You blocked ${name}.`,
    blockedMeans: 'You don’t see each other’s posts.',
    unblock: 'Unblock',
    unblocked: (name: string) => `${name} unblocked.`,
  },
  search: {
    title: 'Find people',
    label: 'Quad name',
    how: 'Search by Quad name, like “quiet-otter-4821”. At least two letters.',
    none: (query: string) => `No one named “${query}”`,
    noneWhy: 'Check the spelling.',
    found: (count: number) => `${plural(count, 'person', 'people')} found`,
    most: (count: number) => `Showing the first ${count}. Type more of the name.`,
    failed: 'Search didn’t work',
  },
  college: {
    title: 'Your college',
    branches: 'Branches',
    branchesWhy: 'See posts by branch',
    posts: 'Posts from your college',
    none: 'No posts from your college yet',
    failed: 'Couldn’t load your college',
  },
}

export const accountsText = catalogue(english, () => import('./hi/accounts').then(({ hindi }) => hindi))

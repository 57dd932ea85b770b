import { catalogue } from './catalogue'
import { counted } from './numbers'

const plural = (count: number, one: string, other: string) => `${counted(count, 'en')} ${count === 1 ? one : other}`

/** Profiles, finding people, one's college. */
const english = {
  profile: {
    loading: 'Profile',
    missing: 'This person is not here',
    missingWhy: 'The account was deleted, or the link is not whole.',
    failed: 'The profile could not be loaded',
    joined: (month: string) => `Joined in ${month}`,
    posts: 'Posts',
    none: 'There are no posts to show here.',
    noneOwn: 'You have not posted anything yet.',
    write: 'Write your first post',
    you: 'This is how others see you: they never learn your name or your address.',
    settings: 'Settings',
    block: 'Block',
    blockQuestion: (name: string) => `Block ${name}?`,
    blockConsequence:
      'Neither of you will find the other’s posts in a list any more, vote on them, or answer the other’s comments. They are not told, and you can take it back here or in your settings.',
    blocked: (name: string) => `You have blocked ${name}.`,
    blockedMeans: 'You do not see their posts, and they do not see yours.',
    unblock: 'Unblock',
    unblocked: (name: string) => `${name} is no longer blocked.`,
  },
  search: {
    title: 'Find people',
    label: 'Pseudonym, or a part of it',
    how: 'People here go by names such as “quiet-otter-4821”. Real names and addresses cannot be searched.',
    none: (query: string) => `Nobody here goes by “${query}”`,
    noneWhy:
      'Look at the spelling, or try a shorter part of the name. People between whom there is a block do not find each other.',
    found: (count: number) => `${plural(count, 'person', 'people')} found`,
    most: (count: number) => `The first ${count} are shown. Type more of the name to narrow it down.`,
    failed: 'The search did not work',
  },
  college: {
    title: 'Your college',
    branches: 'Branches',
    branchesWhy: 'Each leads to the posts of those who study it.',
    posts: 'Posts of the college',
    none: 'Nobody of your college has posted yet.',
    failed: 'The college could not be loaded',
  },
}

export const accountsText = catalogue(english, () => import('./hi/accounts').then(({ hindi }) => hindi))

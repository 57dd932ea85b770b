import type { Part } from '../ground/parts'
import { every } from '../lib/process/background'
import { startBranchMerges } from './branches/merge-branches'
import { waitingComments } from './comments/delayed'
import { startDelayedTexts } from './delayed/delayed'
import { removeLoosePictures } from './pictures/pictures'
import { movePostsToBranch, startPostDeletions } from './posts/changes'
import { waitingPosts } from './posts/delayed'
import { recheckSubscribers } from './posts/subscriptions'
import { recountWaitingVotes } from './posts/votes'
import { countPolls } from './votes/polls'

/** What the forum hears of the campus. It is no part that can be taken out, and hears in the same way. */
export const forum = {
  name: 'forum',
  on: {
    'branch.shown': movePostsToBranch,
    'role.changed': (tx, { userId }) => tx.afterCommit(() => recheckSubscribers(userId)),
  },
  jobs: [
    startDelayedTexts([waitingPosts, waitingComments]),
    every(5000, 'vote recounts', () => recountWaitingVotes()),
    startPostDeletions,
    startBranchMerges,
    every(10_000, 'counts of polls', countPolls),
    every(5000, 'pictures that nothing has', removeLoosePictures),
  ],
} as const satisfies Part

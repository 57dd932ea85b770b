import type { Part } from '../ground/parts'
import { startBranchMerges } from './branches/merge-branches'
import { waitingComments } from './comments/delayed'
import { startDelayedTexts } from './delayed/delayed'
import { startPictureRemovals } from './pictures/pictures'
import { movePostsToBranch, startPostDeletions } from './posts/changes'
import { waitingPosts } from './posts/delayed'
import { recheckSubscribers } from './posts/subscriptions'
import { startVoteRecounts } from './posts/votes'
import { startPollCounts } from './votes/polls'

/** What the forum hears of the campus. It is no part that can be taken out, and hears in the same way. */
export const forum = {
  name: 'forum',
  on: {
    'branch.shown': movePostsToBranch,
    'role.changed': (tx, { userId }) => tx.afterCommit(() => recheckSubscribers(userId)),
  },
  jobs: [
    () => startDelayedTexts([waitingPosts, waitingComments]),
    startVoteRecounts,
    startPostDeletions,
    startBranchMerges,
    startPollCounts,
    startPictureRemovals,
  ],
} as const satisfies Part

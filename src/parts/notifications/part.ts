import type { Part } from '../../ground/parts'
import { every } from '../../lib/process/background'
import { tellFollowers } from './follow-news'
import {
  deleteOldNotifications,
  notifyAnswer,
  notifyMentions,
  notifyModeration,
  notifyReleased,
  notifyRename,
  notifyReply,
  notifyVote,
} from './notify'
import { notifications as routes } from './routes'

export const notifications = {
  name: 'notifications',
  routes: [routes],
  on: {
    'comment.published': (tx, comment) => {
      notifyReply(tx, comment)
      notifyMentions(tx, comment)
    },
    'comment.edited': notifyMentions,
    'answer.marked': notifyAnswer,
    'vote.changed': notifyVote,
    'text.moderated': notifyModeration,
    'text.released': notifyReleased,
    'account.renamed': notifyRename,
  },
  jobs: [every(10_000, 'news for followers', tellFollowers)],
  maintenance: { 'old notifications': deleteOldNotifications },
} as const satisfies Part

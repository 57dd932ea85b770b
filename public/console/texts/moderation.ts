import { catalogue } from '../../app/texts/catalogue'

/** Posts and comments as administrators see them, and what can be decided about one. */
const english = {
  list: {
    title: 'Posts and comments',
    lead: 'The comments on a post stand on its page.',
    state: 'State',
    every: 'In any state',
    topic: 'Topic',
    college: 'College',
    everyCollege: 'Every college',
    sort: 'Order',
    empty: 'No post fits this choice',
  },
  states: { active: 'Active', banned: 'Banned', shadow_banned: 'Shadow-banned' },
  post: {
    title: 'Post',
    state: 'State',
    leads: {
      active: 'Everybody who may read it finds it.',
      banned: 'Only its author and administrators find it; its author knows that it was removed.',
      shadow_banned: 'Only its author and administrators find it, and its author does not know.',
    },
    private: 'Only members of its college may read this post.',
    foreign: 'It is private to another college: that you have read it is noted in the audit log.',
    own: 'This post is your own: another administrator decides whether it becomes active again.',
    open: 'As its readers see it',
    log: 'In the audit log',
    history: 'What moderators decided',
  },
  comments: {
    title: 'Comments',
    state: 'State of the comments',
    every: 'All comments',
    none: 'There is no comment.',
    noneBanned: 'There is no banned comment.',
    noneActive: 'There is no active comment.',
    reply: 'a reply',
    deleted: 'Deleted by its author',
    own: 'This is your own: another administrator decides about it.',
  },
  decide: {
    ban: 'Ban',
    shadow: 'Shadow-ban',
    activate: 'Make active',
    titles: {
      post: {
        active: 'Make this post active again?',
        banned: 'Ban this post?',
        shadow_banned: 'Shadow-ban this post?',
      },
      comment: { active: 'Make this comment active again?', banned: 'Ban this comment?' },
    },
    leads: {
      active: 'Everybody who may read it will find it again.',
      banned: 'Nobody else finds it any more. Its author is told, and the open reports about it are resolved.',
      shadow_banned:
        'Nobody else finds it any more, and its author is not told. The open reports about it are resolved.',
    },
    reason: 'Reason',
    reasonKept: 'It is kept in the history; of a ban it stands in the mail to the author, too.',
    reasonSecret: 'It is kept in the history, which its author does not see.',
    done: {
      post: {
        active: 'The post is active again.',
        banned: 'The post is banned.',
        shadow_banned: 'The post is shadow-banned.',
      },
      comment: { active: 'The comment is active again.', banned: 'The comment is banned.' },
    },
  },
}

export const moderationText = catalogue(english, () => import('./hi/moderation').then(({ hindi }) => hindi))

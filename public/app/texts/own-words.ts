import { catalogue } from './catalogue'
import { pluralIn } from './numbers'

const plural = pluralIn('en')

/** What one wrote: removed posts, comments, earlier versions. */
const english = {
  removed: {
    post: 'A moderator removed this post',
    visible: 'Only its author and moderators can see it.',
    visibleToYou: 'Only you and moderators can see it.',
    comment: 'Removed by a moderator',
  },
  held: {
    waiting: 'Waiting for a moderator',
    refused: 'A moderator didn’t publish this post',
    lead: 'Only you and the moderators can see it.',
    open: 'Your texts that are waiting',
  },
  profile: {
    choose: 'What you wrote',
    posts: 'Posts',
    comments: 'Comments',
    aliases: 'Thread names',
    removed: 'Removed',
    noComments: 'You haven’t commented yet.',
    noneRemoved: 'No moderator removed a post of yours.',
    failed: 'Couldn’t load your comments',
    on: (title: string) => `On “${title}”`,
    gone: 'On a post that you can’t read any more',
    replies: (count: number) => plural(count, 'reply', 'replies'),
    more: 'More comments',
  },
  versions: {
    open: 'Earlier versions',
    title: 'Earlier versions',
    lead: 'Only the author and moderators see these.',
    none: 'There are no earlier versions. Edits from before this was kept, and changes of the topic, don’t make one.',
    failed: 'Couldn’t load the earlier versions',
    close: 'Close',
  },
}

export const ownWordsText = catalogue(english, () => import('./hi/own-words').then(({ hindi }) => hindi))

import { catalogue } from '../../app/texts/catalogue'
import { pluralIn } from '../../app/texts/numbers'

const plural = pluralIn('en')

/** Posts and comments as moderators see them, and what they can decide about one. */
type Written = { posts: number; comments: number }

const written = ({ posts, comments }: Written) =>
  [plural(posts, 'post', 'posts'), plural(comments, 'comment', 'comments')].join(', ')

const english = {
  list: {
    lead: 'Open a post to see its comments.',
    every: 'Any status',
    topic: 'Topic',
    everyCollege: 'All colleges',
    sort: 'Sort by',
    empty: 'No posts match',
  },
  states: { active: 'Visible', banned: 'Removed', shadow_banned: 'Hidden silently' },
  post: {
    title: 'Post',
    leads: {
      active: 'Everyone who may read it can see it.',
      banned: 'Only moderators can see it. The author is told that it was removed.',
      shadow_banned: 'Only its author and moderators can see it. The author isn’t told.',
    },
    private: 'Only its college can read this post.',
    foreign: 'This post is for another college only. The audit log notes that you read it.',
    own: 'This is yours. Another admin has to decide.',
    open: 'View as student',
    history: 'Moderation history',
  },
  comments: {
    state: 'Comment status',
    every: 'All comments',
    none: 'No comments',
    noneBanned: 'No removed comments',
    noneActive: 'No visible comments',
    reply: 'reply',
    deleted: 'Deleted by its author',
    own: 'This is yours. Another admin has to decide.',
  },
  recent: {
    open: 'Remove last 24 hours',
    title: (who: string) => `Remove everything ${who} wrote in the last 24 hours?`,
    counting: 'Counting…',
    lead: (count: Written) => `${written(count)}. The author is told once. Open reports about them are closed.`,
    confirm: 'Remove all',
    hint: 'Kept in the history. The author reads it in the app, too.',
    done: (who: string, count: Written, left = 0) =>
      `Removed of ${who}: ${written(count)}.${left === 0 ? '' : ` ${left} escalated: a superadmin decides.`}`,
    undone: (count: Written, kept: number) =>
      kept === 0
        ? `Restored: ${written(count)}.`
        : `Restored: ${written(count)}. ${kept} stay as they are: decided since, or deleted.`,
    back: 'Undone: what was removed is back.',
  },
  decide: {
    ban: 'Remove',
    shadow: 'Hide silently',
    activate: 'Restore',
    titles: {
      post: {
        active: 'Restore this post?',
        banned: 'Remove this post?',
        shadow_banned: 'Hide this post silently?',
      },
      comment: { active: 'Restore this comment?', banned: 'Remove this comment?' },
    },
    leads: {
      active: 'Everyone who may read it will see it again.',
      banned: 'Students won’t see it any more. The author is told, and its open reports are closed.',
      shadow_banned: 'Only the author will still see it, and isn’t told. Its open reports are closed.',
    },
    preset: 'Why?',
    ownWords: 'Another reason',
    added: 'Add something',
    rule: 'Rule',
    ruleHint: 'The author reads it.',
    noRule: 'No rule',
    reasonEmailed: 'Kept in the history. For a removal, the author reads it in the app, too.',
    reasonSecret: 'Kept in the history. The author doesn’t see it.',
    done: {
      post: {
        active: 'Post restored.',
        banned: 'Post removed.',
        shadow_banned: 'Post hidden silently.',
      },
      comment: { active: 'Comment restored.', banned: 'Comment removed.' },
    },
  },
  edits: {
    open: 'Edits',
    title: 'Edits',
    lead: 'What the author changed, latest first. Opening this is logged.',
    none: 'No edits. Changes of the topic aren’t kept.',
    failed: 'Couldn’t load the edits',
    kept: 'Only the first version and the latest 19 are kept.',
    first: 'First version',
    parts: { title: 'Title', content: 'Text', startsAt: 'Date', place: 'Place' },
    removed: 'removed:',
    added: 'added:',
    end: 'end of change',
    close: 'Close',
  },
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
  notes: {
    title: 'Notes',
    lead: 'Only moderators read these.',
    none: 'No notes',
    about: { post: 'About the post', comment: 'About the comment', user: 'About the account' },
    add: 'Add note',
    addAuthor: 'Note about the author',
    note: 'Note',
    hint: 'The author never sees it.',
    save: 'Save note',
    saved: 'Note saved.',
    removeOne: (content: string) => `Delete note: ${content}`,
    removed: 'Note deleted.',
    question: 'Delete this note?',
    consequence: 'It’s gone for all moderators.',
    gone: 'former moderator',
  },
  escalation: {
    waits: (by: string) => `Escalated by ${by}. A superadmin decides.`,
    somebody: 'a former moderator',
    escalate: 'Escalate',
    title: 'Leave this to a superadmin?',
    lead: 'No other moderator can decide it then.',
    reason: 'Why?',
    done: 'Escalated.',
    withdraw: 'Take back',
    withdrawn: 'Taken back. Any moderator can decide.',
    only: 'Escalated',
    all: 'All reports',
    label: 'Escalated',
  },
}

export const moderationText = catalogue(english, () => import('./hi/moderation').then(({ hindi }) => hindi))

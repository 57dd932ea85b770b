import { catalogue } from './catalogue'

/** Following, muting and what one is notified of. */
const english = {
  follow: {
    follow: 'Follow',
    following: 'Following',
    followed: 'You’ll hear about new comments here.',
    followedTopic: 'You’ll hear about new posts here.',
    unfollowed: 'Unfollowed.',
  },
  mute: {
    mute: 'Mute',
    muted: 'Muted',
    isMuted: 'Muted. Only you know. Find it under Muted in Settings.',
    isUnmuted: 'Unmuted.',
  },
  muted: {
    lead: 'No notifications, and folded where you’d see it. Nobody else knows.',
    none: 'You haven’t muted anything',
    unmute: 'Unmute',
    unmuteOne: (name: string) => `Unmute: ${name}`,
    gone: 'A post that isn’t available any more',
    word: 'Word or phrase',
    wordHint: '2 to 50 characters. Capitals don’t matter.',
    add: 'Mute word',
    unmuted: (name: string) => `Unmuted: ${name}`,
    added: (word: string) => `Muted: ${word}`,
  },
  notifications: {
    off: 'Notifications are switched off here.',
    kinds: {
      replies: 'Replies to you',
      upvotes: 'Upvotes',
      followedPosts: 'New comments on posts you follow',
      followedTopics: 'New posts in topics you follow',
    },
    inbox: 'Inbox',
    push: 'Push',
    inboxOf: (kind: string) => `Inbox: ${kind}`,
    pushOf: (kind: string) => `Push: ${kind}`,
    here: 'Push to this device',
    hereHint: 'Within two minutes, even when Quad is closed. Ends when you sign out.',
    unknown: 'This browser doesn’t support push. On an iPhone, add Quad to the home screen first.',
    denied: 'Your browser blocks notifications from Quad. Allow them in its settings.',
    failed: 'Your browser couldn’t set up push. Try again later.',
    text: 'Show what was written',
    textHint: 'Off: pushes say “New reply” and nothing more. Anyone who sees your screen can read them.',
    digest: 'Weekly email',
    digestHint: 'Titles of what people talked about. Public posts only, nothing you muted.',
    digestUnavailable: 'This server can’t read emails, so it can’t send a weekly one.',
    on: 'Push is on.',
    isOff: 'Push is off.',
  },
}

export const followingText = catalogue(english, () => import('./hi/following').then(({ hindi }) => hindi))

import { type Static, t } from 'elysia'
import { NOTIFICATION_CHOICES, notificationSettings } from '../../../db/schema/notifications'
import { pick, type Raw, selectList, sqlStatement } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { named } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { refuseUnlessOn } from './service'

// What a user wants to be notified of, by kind: in the inbox, and by push. What moderators and operators did is always
// told.

const COLUMNS = pick(notificationSettings, ...NOTIFICATION_CHOICES)
type Row = Raw<typeof COLUMNS>

/** Without a row. Upvotes and busy topics ring no telephone. */
const DEFAULTS: Row = {
  replies: 1,
  upvotes: 1,
  followedPosts: 1,
  followedTopics: 1,
  pushReplies: 1,
  pushUpvotes: 0,
  pushFollowedPosts: 1,
  pushFollowedTopics: 0,
  pushText: 0,
}

const read = sqlStatement(`SELECT ${selectList(COLUMNS)} FROM notification_settings WHERE user_id = $userId`, {
  returns: COLUMNS,
  params: { userId: notificationSettings.userId },
})

/** SQL text, because every reply reads it. */
export const readChoices = (db: Connection, userId: string): Row => read(db).get({ userId }) ?? DEFAULTS

const put = sqlStatement(
  `INSERT INTO notification_settings
    (user_id, replies, upvotes, followed_posts, followed_topics, push_replies, push_upvotes, push_followed_posts,
      push_followed_topics, push_text)
  VALUES ($userId, $replies, $upvotes, $followedPosts, $followedTopics, $pushReplies, $pushUpvotes, $pushFollowedPosts,
    $pushFollowedTopics, $pushText)
  ON CONFLICT (user_id) DO UPDATE SET replies = $replies, upvotes = $upvotes, followed_posts = $followedPosts,
    followed_topics = $followedTopics, push_replies = $pushReplies, push_upvotes = $pushUpvotes,
    push_followed_posts = $pushFollowedPosts, push_followed_topics = $pushFollowedTopics, push_text = $pushText`,
  { params: { userId: notificationSettings.userId, ...COLUMNS } },
)

const channels = t.Object({ inbox: t.Boolean(), push: t.Boolean() })

export const notificationChoices = named(
  'NotificationSettings',
  t.Object({
    replies: channels,
    upvotes: channels,
    followedPosts: channels,
    followedTopics: channels,
    pushText: t.Boolean({ description: 'Whether pushes say what was written, not only that something was' }),
  }),
)
export type NotificationChoices = Static<typeof notificationChoices>

const toChoices = (row: Row): NotificationChoices => ({
  replies: { inbox: row.replies === 1, push: row.pushReplies === 1 },
  upvotes: { inbox: row.upvotes === 1, push: row.pushUpvotes === 1 },
  followedPosts: { inbox: row.followedPosts === 1, push: row.pushFollowedPosts === 1 },
  followedTopics: { inbox: row.followedTopics === 1, push: row.pushFollowedTopics === 1 },
  pushText: row.pushText === 1,
})

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0)

const toRow = ({ replies, upvotes, followedPosts, followedTopics, pushText }: NotificationChoices): Row => ({
  replies: bit(replies.inbox),
  upvotes: bit(upvotes.inbox),
  followedPosts: bit(followedPosts.inbox),
  followedTopics: bit(followedTopics.inbox),
  pushReplies: bit(replies.push),
  pushUpvotes: bit(upvotes.push),
  pushFollowedPosts: bit(followedPosts.push),
  pushFollowedTopics: bit(followedTopics.push),
  pushText: bit(pushText),
})

/** 404 `FEATURE_DISABLED` while notifications are off. */
export async function notificationChoicesOf({ id }: Viewer): Promise<NotificationChoices> {
  refuseUnlessOn()
  return toChoices(readChoices(storage.reader, id))
}

type Channels = { inbox?: boolean | undefined; push?: boolean | undefined }
export type ChangeChoices = {
  [Kind in Exclude<keyof NotificationChoices, 'pushText'>]?: Channels | undefined
} & { pushText?: boolean | undefined }

/** What is left out stays as it is. 404 `FEATURE_DISABLED` while notifications are off; 400 without a change. */
export async function changeNotificationChoices(user: Viewer, changes: ChangeChoices): Promise<NotificationChoices> {
  refuseUnlessOn()
  if (Object.values(changes).every((each) => each === undefined))
    refuse('VALIDATION_FAILED', 'settings.nothingToChange')
  return writeAs(user, 'session', async (tx, user) => {
    const before = toChoices(readChoices(tx, user.id))
    const kind = (name: Exclude<keyof NotificationChoices, 'pushText'>) => ({
      inbox: changes[name]?.inbox ?? before[name].inbox,
      push: changes[name]?.push ?? before[name].push,
    })
    const after: NotificationChoices = {
      replies: kind('replies'),
      upvotes: kind('upvotes'),
      followedPosts: kind('followedPosts'),
      followedTopics: kind('followedTopics'),
      pushText: changes.pushText ?? before.pushText,
    }
    if (Bun.deepEquals(after, before)) return after
    put(tx).run({ userId: user.id, ...toRow(after) })
    await audit(tx, user, { action: 'user:changed:notification-settings', entityType: 'user', entityId: user.id })
    return after
  })
}

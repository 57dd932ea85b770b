import { notifications } from '../../../db/schema/notifications'
import { pushDeliveries, pushSubscriptions } from '../../../db/schema/push'
import { sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { withinNextMinute, withinNextQuarter } from '../../lib/coarse-time'
import { readChoices } from './choices'
import type { Recipient } from './recipient'

// What is pushed is written beside the notification, in its transaction, and sent later (core/push/delivery.ts).

/** What somebody may want to be pushed. What moderators did is not: its moment would tell whose account it is. */
const CHOICES = {
  replied: 'pushReplies',
  upvoted_post: 'pushUpvotes',
  upvoted_comment: 'pushUpvotes',
  followed_post: 'pushFollowedPosts',
  followed_topic: 'pushFollowedTopics',
} as const

export type PushKind = keyof typeof CHOICES

/** Whose notification it is, by its columns; undefined for what is never pushed. */
export function pushKindOf({ type, postId }: { type: string; postId: string | null }): PushKind | undefined {
  if (type === 'posted') return postId === null ? 'followed_topic' : 'followed_post'
  return Object.keys(CHOICES).find((kind): kind is PushKind => kind === type)
}

/** Index: push_subscriptions_user. Most accounts have none. */
const insert = sqlStatement(
  `INSERT INTO push_deliveries (subscription_id, notification_id, due_at)
  SELECT id, $notificationId, $dueAt FROM push_subscriptions WHERE user_id = $userId
  ON CONFLICT DO NOTHING`,
  { params: { notificationId: notifications.id, dueAt: pushDeliveries.dueAt, userId: pushSubscriptions.userId } },
)

/** A new entry of the inbox: one that counts on is pushed once, until it was seen. */
export function queuePush(tx: Tx, { userId, isOfAlias }: Recipient, notificationId: string, kind: PushKind): void {
  if (!wantsPush(tx, userId, kind)) return
  const dueAt = new Date((isOfAlias ? withinNextQuarter : withinNextMinute)(Date.now())).toISOString()
  insert(tx).run({ notificationId, userId, dueAt })
}

export const wantsPush = (db: Connection, userId: string, kind: PushKind): boolean =>
  readChoices(db, userId)[CHOICES[kind]] === 1

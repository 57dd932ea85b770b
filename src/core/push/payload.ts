import { storage } from '../../../db/storage'
import { type PlainKey, resolveMessage } from '../../messages/message'
import { accountById } from '../access/account'
import { systemActor } from '../audit/audit'
import { readChoices } from '../notifications/choices'
import { type PushKind, pushKindOf, wantsPush } from '../notifications/push-queue'
import { notificationById } from '../notifications/record'
import type { DuePush } from './queries'

// What a push says, read at the moment of sending: that there is something, and a link. What was written is in it only
// if its reader chose so.

const TITLES: { [Kind in PushKind]: PlainKey } = {
  replied: 'notifications.pushReply',
  upvoted_post: 'notifications.pushUpvote',
  upvoted_comment: 'notifications.pushUpvote',
  followed_post: 'notifications.pushComments',
  followed_topic: 'notifications.pushPosts',
}

/** UTF-8 bytes of a text: with all else it must fit into the length that every push has. */
const MAX_TEXT_BYTES = 1_200

function cut(text: string): string {
  const bytes = Buffer.from(text)
  return bytes.length <= MAX_TEXT_BYTES
    ? text
    : `${bytes
        .subarray(0, MAX_TEXT_BYTES)
        .toString()
        .replace(/\uFFFD$/, '')}…`
}

/** Of the name of a topic in a link, for the same reason. */
const MAX_TOPIC_CHARACTERS = 300

/** A tab that shows the post already would not load it anew for another fragment alone. */
function pathOf({ type, postId, commentId, content }: DuePush): string {
  const topic = encodeURIComponent(content)
  if (postId === null && type === 'posted' && topic.length <= MAX_TOPIC_CHARACTERS)
    return `/?topic=${topic}&sort=newest`
  if (postId === null) return '/inbox'
  return commentId === null ? `/post/${postId}` : `/post/${postId}?comment=${commentId}`
}

/** As JSON; null for what was seen, is not wanted any more, or concerns nobody. */
export async function pushText(push: DuePush): Promise<string | null> {
  const kind = pushKindOf(push)
  const account = await accountById(push.userId)
  if (push.seen === 1 || kind === undefined || account === undefined) return null
  if (!wantsPush(storage.reader, push.userId, kind)) return null
  const title = resolveMessage(TITLES[kind], account.language)
  const message = { title, url: pathOf(push), tag: push.notificationId, lang: account.language }
  if (readChoices(storage.reader, push.userId).pushText === 0) return JSON.stringify(message)
  const reader = { ...systemActor('system'), ...account }
  const content = (await notificationById(storage.reader, reader, push.notificationId))?.content ?? ''
  return JSON.stringify(content === '' ? message : { ...message, body: cut(content) })
}

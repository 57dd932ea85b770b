import { feedPath } from '../../forum/posts/posts'
import { notificationsText } from '../../texts/notifications'
import type { Notification } from './inbox'

/** What happened. The server says it in the account's language, except who replied. */
export function notificationText({ type, actorUsernames, content }: Notification): string {
  if (type !== 'replied' && type !== 'mention') return content
  const [name] = actorUsernames
  const { kinds } = notificationsText
  if (type === 'mention') return name === undefined ? kinds.mentionUnknown : kinds.mention(name)
  return name === undefined ? notificationsText.kinds.repliedUnknown : notificationsText.kinds.replied(name)
}

/** The text of a reply or a mention; empty for anything else. */
export const notificationQuote = ({ type, content }: Notification): string =>
  type === 'replied' || type === 'mention' ? content : ''

/** The comment in its thread, the post, or the newest posts of the course or topic. */
export function notificationPath({ postId, commentId, topic, course }: Notification): string | undefined {
  if (course) return feedPath({}, { sort: 'newest' }, `/course/${course.id}`)
  if (postId === null) return topic === undefined ? undefined : feedPath({}, { topic, sort: 'newest' })
  return `/post/${postId}${commentId === null ? '' : `?comment=${commentId}`}`
}

import { notificationsText } from '../../texts/notifications'
import type { Notification } from './inbox'

/** What happened: the server says it in the account's language, except who replied. */
export function notificationText({ type, actorUsernames, content }: Notification): string {
  if (type !== 'replied') return content
  const [name] = actorUsernames
  return name === undefined ? notificationsText.kinds.repliedSomebody : notificationsText.kinds.replied(name)
}

/** What was replied. */
export const notificationQuote = ({ type, content }: Notification): string => (type === 'replied' ? content : '')

/** Where it leads: to the comment in its thread, or to the post. */
export function notificationPath({ postId, commentId }: Notification): string | undefined {
  if (postId === null) return undefined
  return `/post/${postId}${commentId === null ? '' : `#comment-${commentId}`}`
}

import { notificationsText } from '../../texts/notifications'
import type { Notification } from './inbox'

const MODERATED = /^Your (post|comment)(?: “(.*)”)? (was removed by a moderator|is visible again)$/s

const UPVOTED = /^\d+ upvotes? on your (?:post|comment) “(.*)”$/s

/** What a notification says in the reader's language; where the catalogue has no words for it, the server's own. */
export function notificationText({ type, actorUsernames, content }: Notification): string {
  const { kinds } = notificationsText
  const [name] = actorUsernames
  if (type === 'replied') return name === undefined ? kinds.repliedSomebody : kinds.replied(name)
  const votes = Number.parseInt(content, 10)
  if (type === 'upvoted_post' && votes > 0) return kinds.upvotedPost(votes)
  if (type === 'upvoted_comment' && votes > 0) return kinds.upvotedComment(votes)
  const [, what, , happened] = MODERATED.exec(content) ?? []
  if (type !== 'general' || what === undefined) return content
  const isBack = happened === 'is visible again'
  if (what === 'post') return isBack ? kinds.postBack : kinds.postRemoved
  return isBack ? kinds.commentBack : kinds.commentRemoved
}

const REMAINS = { '[deleted]': 'deleted', '[removed]': 'removed' } as const

/** The beginning of what it is about, where there is something to quote. */
export function notificationQuote({ type, content }: Notification): string {
  if (type === 'general') return MODERATED.exec(content)?.[2] ?? ''
  if (type !== 'replied') return UPVOTED.exec(content)?.[1] ?? ''
  const remains = REMAINS[content as keyof typeof REMAINS]
  return remains ? notificationsText.kinds[remains] : content
}

/** Where it leads: to the comment in its thread, or to the post. */
export function notificationPath({ postId, commentId }: Notification): string | undefined {
  if (postId === null) return undefined
  return `/post/${postId}${commentId === null ? '' : `#comment-${commentId}`}`
}

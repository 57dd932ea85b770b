import type { Act, Outcome } from './operation'
import { toText } from './texts'

type HttpRequest = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; body?: object }

/** As many as a list has on one page. */
export const FEED_LENGTH = 20
export const THREAD_LENGTH = 100

const vote = (method: 'POST' | 'PATCH' | 'DELETE', { target, ...act }: Extract<Act, { target: unknown }>) => ({
  method,
  path: 'votes',
  body: {
    targetType: target.type,
    targetId: target.id,
    ...('vote' in act ? { voteType: act.vote } : {}),
  },
})

/** The request of the interface that does it. */
export function requestOf(act: Act): HttpRequest {
  switch (act.kind) {
    case 'publish':
      return { method: 'POST', path: 'posts', body: toText(act.token) }
    case 'edit-post':
      return { method: 'PATCH', path: `posts/${act.postId}`, body: toText(act.token) }
    case 'delete-post':
      return { method: 'DELETE', path: `posts/${act.postId}` }
    case 'view':
      return { method: 'POST', path: `posts/${act.postId}/view` }
    case 'comment':
      return {
        method: 'POST',
        path: `comments/post/${act.postId}`,
        body: { content: toText(act.token).content, parentCommentId: act.parentId, alias: false },
      }
    case 'edit-comment':
      return { method: 'PATCH', path: `comments/${act.commentId}`, body: { content: toText(act.token).content } }
    case 'delete-comment':
      return { method: 'DELETE', path: `comments/${act.commentId}` }
    case 'cast':
      return vote('POST', act)
    case 'switch':
      return vote('PATCH', act)
    case 'withdraw':
      return vote('DELETE', act)
    case 'bookmark':
      return { method: 'POST', path: 'bookmarks', body: { postId: act.postId } }
    case 'unbookmark':
      return { method: 'DELETE', path: `bookmarks/delete/${act.postId}` }
    case 'report': {
      const type = act.target.type === 'post' ? 'Post' : 'Comment'
      const body = { targetId: act.target.id, type, reason: 'spam', message: toText(act.token).content }
      return { method: 'POST', path: 'reports', body }
    }
    case 'language':
      return { method: 'PATCH', path: 'users/me', body: { language: act.language } }
    case 'branch':
      return { method: 'PATCH', path: 'users/me', body: { branch: act.branch } }
    case 'mark-seen':
      return { method: 'PATCH', path: 'notifications/mark-seen', body: {} }
    case 'sign-in':
      return { method: 'POST', path: 'auth/login', body: { email: act.email, password: act.password } }
    case 'sign-out':
      return { method: 'POST', path: 'auth/logout' }
    case 'moderate-post':
      return { method: 'PUT', path: `moderation/posts/${act.postId}/moderation-state`, body: { state: act.state } }
    case 'moderate-comment':
      return {
        method: 'PUT',
        path: `moderation/comments/${act.commentId}/moderation-state`,
        body: { state: act.state },
      }
    case 'decide-report':
      return { method: 'PATCH', path: `reports/${act.reportId}`, body: { status: act.status } }
    case 'read-post':
      return { method: 'GET', path: `posts/${act.postId}` }
    case 'read-comment':
      return { method: 'GET', path: `comments/${act.commentId}` }
    case 'read-thread':
      return { method: 'GET', path: `comments/post/${act.postId}?limit=${THREAD_LENGTH}` }
    case 'read-feed':
      return { method: 'GET', path: `posts?limit=${FEED_LENGTH}` }
    case 'read-bookmark':
      return { method: 'GET', path: `bookmarks/${act.postId}` }
    case 'read-me':
      return { method: 'GET', path: 'users/me' }
    case 'read-notifications':
      return { method: 'GET', path: 'notifications/list' }
  }
}

/** Answers of the range 5xx that promise that nothing was written. */
const DEFINITE = new Set(['STORAGE_UNAVAILABLE', 'BUSY'])

/** A whole answer, as far as its status and code tell. */
export function outcomeOf(status: number, code: string | undefined): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged'
  return status < 500 || DEFINITE.has(code ?? '') ? 'refused' : 'unknown'
}

import type { Act, Kind, Outcome } from './operation'
import { toText } from './texts'

/** As many as a list has on one page. */
export const FEED_LENGTH = 20

type Body = (act: Act) => object
const post: Body = ({ token }) => toText(token)
const content: Body = ({ token }) => ({ content: toText(token).content })
const vote: Body = ({ type, id, value }) => ({
  targetType: type,
  targetId: id,
  ...(value === '' ? {} : { voteType: value }),
})
const state: Body = ({ value }) => ({ state: value })

/** Of each kind the request of the interface, and the audit entry of what it does: `$` is the id. */
const KINDS: Record<Kind, [request: string, audit?: string, body?: Body]> = {
  publish: ['POST posts', 'user:created:post', post],
  'edit-post': ['PATCH posts/$', 'user:updated:post', post],
  'delete-post': ['DELETE posts/$', 'user:deleted:post'],
  view: ['POST posts/$/view'],
  comment: [
    'POST comments/post/$',
    'user:created:comment',
    (act) => ({ ...content(act), parentCommentId: act.parentId, alias: false }),
  ],
  'edit-comment': ['PATCH comments/$', 'user:updated:comment', content],
  'delete-comment': ['DELETE comments/$', 'user:deleted:comment'],
  cast: ['POST votes', 'user:VALUEd:TYPE', vote],
  switch: ['PATCH votes', 'user:switched:vote:on:TYPE', vote],
  withdraw: ['DELETE votes', 'user:withdrew:vote:on:TYPE', vote],
  bookmark: ['POST bookmarks', 'user:created:bookmark', ({ id }) => ({ postId: id })],
  unbookmark: ['DELETE bookmarks/delete/$', 'user:deleted:bookmark'],
  report: [
    'POST reports',
    'user:created:report',
    ({ id, type, token }) => ({
      targetId: id,
      type: type === 'post' ? 'Post' : 'Comment',
      reason: 'spam',
      message: toText(token).content,
    }),
  ],
  'decide-report': ['PATCH reports/$', 'admin:updated:report', ({ value }) => ({ status: value })],
  language: ['PATCH users/me', 'user:updated:profile', ({ value }) => ({ language: value })],
  'mark-seen': ['PATCH notifications/mark-seen', 'user:saw:notifications', () => ({})],
  'sign-in': ['POST auth/login', 'user:login:password', ({ id, value }) => ({ email: id, password: value })],
  'sign-out': ['POST auth/logout', 'user:logout:session'],
  'moderate-post': ['PUT moderation/posts/$/moderation-state', 'admin:VALUE:post', state],
  'moderate-comment': ['PUT moderation/comments/$/moderation-state', 'admin:VALUE:comment', state],
  'read-post': ['GET posts/$'],
  'read-thread': ['GET comments/post/$?limit=100'],
  'read-feed': [`GET posts?limit=${FEED_LENGTH}`],
  'read-me': ['GET users/me'],
}

export function requestOf(act: Act): { method: string; path: string; body?: object } {
  const [request, , body] = KINDS[act.kind]
  const [method = '', path = ''] = request.replace('$', act.id).split(' ')
  return { method, path, ...(body === undefined ? {} : { body: body(act) }) }
}

export const auditOf = ({ kind, type, value }: Act): string | undefined =>
  KINDS[kind][1]?.replace('VALUE', value === 'active' ? 'restored' : value).replace('TYPE', type)

/** Answers of the range 5xx that promise that nothing was written. */
const DEFINITE = new Set(['STORAGE_UNAVAILABLE', 'BUSY'])

/** A whole answer, as far as its status and code tell. */
export function outcomeOf(status: number, code: string | undefined): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged'
  return status < 500 || DEFINITE.has(code ?? '') ? 'refused' : 'unknown'
}

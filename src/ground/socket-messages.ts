import { type Static, t } from 'elysia'
import type { ErrorCode } from '../errors'
import { namedObject, nullable, recordId, timestamp, UUID_PATTERN } from '../lib/text/schema'

// What travels over a socket, for the server and, as types, for the web client. docs/clients.md describes it.

const postId = t.String({ pattern: `^${UUID_PATTERN}$` })

export const clientMessage = t.Union([
  t.Object({ type: t.Literal('ping') }),
  t.Object({ type: t.Union([t.Literal('subscribe'), t.Literal('unsubscribe')]), postId }),
  t.Object({ type: t.Literal('watch-queue') }),
  t.Object({ type: t.Literal('leave-queue') }),
])

export const notificationRecord = namedObject('Notification', {
  id: recordId,
  type: t.UnionEnum(['general', 'upvoted_post', 'upvoted_comment', 'replied', 'mention', 'posted', 'answered']),
  seen: t.Boolean(),
  postId: nullable(recordId),
  postTitle: nullable(t.String({ description: 'Null without a post, for what one may not read, across a block' })),
  topic: t.Optional(t.String({ description: 'The followed topic that has new posts' })),
  course: t.Optional(
    t.Object({ id: recordId, code: t.String() }, { description: 'The followed course that has new posts' }),
  ),
  commentId: nullable(recordId),
  actorUsernames: t.Array(t.String(), { description: 'Who replied; votes carry a number, never a name' }),
  content: t.String({
    description: 'Of a reply its beginning; of anything else a sentence in the language of the account',
  }),
  createdAt: timestamp,
})

export const serverMessage = t.Union([
  t.Object({ type: t.Literal('ready'), userId: t.String(), notifications: t.Boolean() }),
  t.Object({ type: t.Literal('pong') }),
  t.Object({ type: t.Literal('error'), code: t.Unsafe<ErrorCode>(t.String()), postId: t.Optional(t.String()) }),
  t.Object({
    type: t.Literal('post'),
    postId: t.String(),
    upvoteCount: t.Number(),
    downvoteCount: t.Number(),
    commentsCount: t.Number(),
  }),
  t.Object({ type: t.Literal('comment'), postId: t.String(), commentId: t.String() }),
  t.Object({ type: t.Literal('notification'), notification: notificationRecord }),
  t.Object({
    type: t.Literal('queue'),
    targetId: t.String(),
    change: t.Union([
      t.Literal('reported'),
      t.Literal('decided'),
      t.Literal('claimed'),
      t.Literal('released'),
      t.Literal('escalated'),
    ]),
  }),
])

export type ClientMessage = Static<typeof clientMessage>
export type ServerMessage = Static<typeof serverMessage>

declare module '../lib/net/sockets/peer' {
  interface SocketMessages {
    all: ServerMessage
  }
}

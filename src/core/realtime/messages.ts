import { type Static, t } from 'elysia'
import type { ErrorCode } from '../../errors'
import { UUID_PATTERN } from '../../lib/schema'
import { notificationRecord } from '../notifications/record'

// What travels over a socket, for the server and, as types, for the web client. docs/realtime.md describes it.

const postId = t.String({ pattern: `^${UUID_PATTERN}$` })

export const clientMessage = t.Union([
  t.Object({ type: t.Literal('ping') }),
  t.Object({ type: t.Union([t.Literal('subscribe'), t.Literal('unsubscribe')]), postId }),
  t.Object({ type: t.Literal('watch-queue') }),
  t.Object({ type: t.Literal('leave-queue') }),
])

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

declare module '../../lib/sockets/peer' {
  interface SocketMessages {
    all: ServerMessage
  }
}

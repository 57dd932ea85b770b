/** The floor over HTTP. `DBF`: its database; `SYNC`: FULL or NORMAL; `PORT`. */
import { Failure, layer } from './layer'

const floor = layer(process.env.DBF ?? 'floor.db', process.env.SYNC ?? 'NORMAL')

const OK = { headers: { 'content-type': 'application/json;charset=utf-8' } }
const CREATED = { status: 201, headers: OK.headers }
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function failed(error: unknown): Response {
  if (error instanceof Failure)
    return new Response(JSON.stringify({ success: false, message: error.message, code: error.code }), {
      status: error.status,
      headers: OK.headers,
    })
  console.error(error)
  return new Response('{"success":false,"message":"internal"}', { status: 500, headers: OK.headers })
}

function number(url: string, name: string, otherwise: number, most: number) {
  const query = url.indexOf('?')
  if (query < 0) return otherwise
  const at = url.indexOf(`${name}=`, query)
  if (at < 0) return otherwise
  const value = Number.parseInt(url.slice(at + name.length + 1), 10)
  return value >= 1 ? Math.min(value, most) : otherwise
}

const ok = (data: object) => new Response(JSON.stringify({ success: true, message: 'ok', ...data }), OK)
const created = (data: object) => new Response(JSON.stringify({ success: true, message: 'ok', ...data }), CREATED)
const viewer = (request: Request) => floor.session(request.headers.get('cookie'))

function known(id: string) {
  if (!UUID.test(id)) throw new Failure(400, 'bad id')
  return id
}

function user(request: Request) {
  const found = viewer(request)
  if (!found) throw new Failure(401, 'Unauthorized')
  return found
}

type NewComment = { content?: unknown; parentCommentId?: unknown }
type NewVote = { targetType?: unknown; targetId?: unknown; voteType?: unknown }

Bun.serve({
  port: Number(process.env.PORT ?? 4000),
  hostname: '127.0.0.1',
  routes: {
    '/healthz': () => new Response('{"success":true,"message":"Server is healthy","status":"ok"}', OK),
    '/api/v1/posts': {
      GET: (request) =>
        ok(floor.list(viewer(request), number(request.url, 'page', 1, 1e9), number(request.url, 'limit', 10, 50))),
    },
    '/api/v1/posts/:id': {
      GET: (request) => ok({ post: floor.one(viewer(request), known(request.params.id)) }),
    },
    '/api/v1/posts/:id/view': {
      POST: (request) => {
        floor.view(known(request.params.id))
        return ok({})
      },
    },
    '/api/v1/comments/post/:id': {
      GET: (request) => {
        const [page, limit] = [number(request.url, 'page', 1, 1e9), number(request.url, 'limit', 10, 50)]
        return ok(floor.comments(viewer(request), known(request.params.id), page, limit))
      },
      POST: async (request) => {
        const author = user(request)
        const { content, parentCommentId: parent } = (await request.json()) as NewComment
        if (typeof content !== 'string' || content.length < 1 || content.length > 1000)
          throw new Failure(400, 'invalid')
        if (parent !== null && !(typeof parent === 'string' && UUID.test(parent))) throw new Failure(400, 'invalid')
        return created({ comment: floor.comment(author, request.params.id, content, parent) })
      },
    },
    '/api/v1/votes': {
      POST: async (request) => {
        const voter = user(request)
        const { targetType, targetId, voteType } = (await request.json()) as NewVote
        if (targetType !== 'post' && targetType !== 'comment') throw new Failure(400, 'invalid')
        if (typeof targetId !== 'string' || !UUID.test(targetId)) throw new Failure(400, 'invalid')
        if (voteType !== 'upvote' && voteType !== 'downvote') throw new Failure(400, 'invalid')
        return created({ data: floor.vote(voter, targetType, targetId, voteType) })
      },
    },
  },
  fetch: () => new Response('nf', { status: 404 }),
  error: failed,
})

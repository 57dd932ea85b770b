import type { TProperties } from '@sinclair/typebox'
import { Elysia, t } from 'elysia'
import { config } from '../../config'
import { refuse } from '../../errors'
import { access } from '../../http/access'
import { ok } from '../../http/envelope'
import { isOfProxy } from '../../http/request'
import { sameText } from '../../lib/crypto/keys'
import { asFollower } from '../../lib/follower/following'
import { METRICS_TYPE, metricsText } from '../../lib/process/metrics'
import { answerProxy, isReady, notReadyReason } from '../../lib/process/readiness'
import '../../lib/process/storage-notices'

const shape = <Status extends string>(status: Status, more: TProperties = {}) =>
  t.Object({
    success: t.Literal(true),
    message: t.String(),
    status: t.Literal(status),
    data: t.Object({ status: t.Literal(status), ...more }),
  })

/** What the copy of a follower is good for. */
const copy = t.Union([t.Literal('current'), t.Literal('behind'), t.Literal('alone'), t.Literal('other')])

const answer = <Status extends string>(message: string, status: Status, more: object = {}) => ({
  ...ok(message, { status, ...more }),
  status,
})

function readiness() {
  const reason = notReadyReason()
  if (reason === undefined) return answer('Quad is ready', 'ready')
  return refuse('NOT_READY', isReady() ? 'requests.readOnly' : undefined, { meta: { reason } })
}

function up(isTaking: boolean) {
  const copy = asFollower()?.copy
  return isTaking ? answer('Quad takes requests', 'ok', copy && { copy }) : refuse('NOT_READY')
}

export const health = new Elysia({ detail: { tags: ['health'] } })
  .use(access)
  .get('/healthz', () => answer('Quad is running', 'ok'), {
    public: true,
    follower: 'itself',
    response: shape('ok'),
    detail: { operationId: 'getHealth', summary: 'Tell whether the server runs' },
  })
  .get('/readyz', readiness, {
    public: true,
    follower: 'itself',
    fails: ['NOT_READY'],
    response: shape('ready'),
    detail: { operationId: 'getReadiness', summary: 'Tell whether the server takes requests and writes' },
  })
  .get('/up', ({ request }) => up(isOfProxy(request) ? answerProxy() : isReady()), {
    public: true,
    follower: 'itself',
    fails: ['NOT_READY'],
    response: shape('ok', { copy: t.Optional(copy) }),
    detail: {
      operationId: 'getUp',
      summary: 'Tell whether the server takes requests',
      description:
        'The path that platforms ask (Rails, Kamal, ONCE). Also 200 while writes are refused: readers can be served. A follower says what its copy is good for',
    },
  })

/** For the operator's monitoring, which sends `METRICS_TOKEN`; without that variable the route does not exist. */
export const metrics = new Elysia({ name: 'metrics' }).use(access).get(
  '/metrics',
  async ({ request }) => {
    const { metricsToken } = config
    if (metricsToken === undefined) return refuse('NOT_FOUND')
    if (!sameText(request.headers.get('authorization') ?? '', `Bearer ${metricsToken}`))
      return refuse('UNAUTHENTICATED')
    return new Response(await metricsText(), { headers: { 'content-type': METRICS_TYPE } })
  },
  { public: true, follower: 'itself', fails: ['NOT_FOUND', 'UNAUTHENTICATED'], detail: { hide: true } },
)

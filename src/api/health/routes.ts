import { Elysia, t } from 'elysia'
import { refuse } from '../../errors'
import { asFollower } from '../../lib/follower/following'
import { answerProxy, isReady, notReadyReason } from '../../lib/readiness'
import { access } from '../http/access'
import { ok } from '../http/envelope'
import { isOfProxy } from '../http/request'

const probe = (status: string) =>
  t.Object({
    success: t.Literal(true),
    message: t.String(),
    status: t.Literal(status),
    data: t.Object({ status: t.Literal(status) }),
  })

const Alive = probe('ok')
const Ready = probe('ready')

/** What the copy of a follower is good for. */
const copy = t.Union([t.Literal('current'), t.Literal('behind'), t.Literal('alone'), t.Literal('other')])

const Up = t.Object({
  success: t.Literal(true),
  message: t.String(),
  status: t.Literal('ok'),
  data: t.Object({ status: t.Literal('ok'), copy: t.Optional(copy) }),
})

const up = (copy = asFollower()?.copy) => ({
  ...ok('Quad takes requests', { status: 'ok' as const, ...(copy && { copy }) }),
  status: 'ok' as const,
})
const READY = { ...ok('Quad is ready', { status: 'ready' as const }), status: 'ready' as const }

export const health = new Elysia({ name: 'health', detail: { tags: ['health'] } })
  .use(access)
  .get('/healthz', () => ({ ...ok('Quad is running', { status: 'ok' as const }), status: 'ok' as const }), {
    public: true,
    follower: 'itself',
    response: Alive,
    detail: { operationId: 'getHealth', summary: 'Tell whether the server runs' },
  })
  .get('/readyz', readiness, {
    public: true,
    follower: 'itself',
    fails: ['NOT_READY'],
    response: Ready,
    detail: { operationId: 'getReadiness', summary: 'Tell whether the server takes requests and writes' },
  })
  .get('/up', ({ request }) => ((isOfProxy(request) ? answerProxy() : isReady()) ? up() : refuse('NOT_READY')), {
    public: true,
    follower: 'itself',
    fails: ['NOT_READY'],
    response: Up,
    detail: {
      operationId: 'getUp',
      summary: 'Tell whether the server takes requests',
      description:
        'The path that platforms ask (Rails, Kamal, ONCE). Also 200 while writes are refused: readers can be served. A follower says what its copy is good for',
    },
  })

function readiness() {
  const reason = notReadyReason()
  if (reason === undefined) return READY
  return refuse('NOT_READY', isReady() ? 'requests.readOnly' : undefined, { meta: { reason } })
}

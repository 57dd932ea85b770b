import { Elysia, t } from 'elysia'
import { storage } from '../../../db/storage'
import { burst, dismissBurst, listBursts } from '../../core/policy/burst-alerts'
import { anyId } from '../../lib/schema'
import { access } from '../http/access'
import { emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'

const BurstParams = t.Object({ id: anyId() })
const Bursts = t.Object({ bursts: t.Array(burst, { maxItems: 50 }) })

export const burstRoutes = new Elysia({ name: 'bursts', prefix: '/bursts' })
  .use(access)
  .get('', ({ user }) => ok('Bursts', { bursts: listBursts(storage.reader, user) }), {
    admin: true,
    response: envelope(Bursts),
    detail: {
      operationId: 'listBursts',
      summary: 'List where many texts came within minutes, the newest first',
      description:
        'By one account, or the same text or links to one site by several; from how many on is the setting `bursts`. They stand until somebody dismisses them. Nothing is refused for it.',
    },
  })
  .delete(
    '/:id',
    async ({ user, params }) => {
      await dismissBurst(user, params.id)
      return okMessage('Burst dismissed')
    },
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: BurstParams,
      response: emptyEnvelope,
      detail: { operationId: 'dismissBurst', summary: 'Dismiss the alert about a burst' },
    },
  )

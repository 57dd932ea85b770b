import { Elysia, t } from 'elysia'
import { storage } from '../../../db/storage'
import { burst, dismissBurst, listBursts } from '../../core/policy/burst-alerts'
import { anyId } from '../../lib/schema'
import { access } from '../http/access'
import { ok } from '../http/envelope'
import { confirms, done, returns } from '../http/route'

const BurstParams = t.Object({ id: anyId() })
const Bursts = t.Object({ bursts: t.Array(burst, { maxItems: 50 }) })

export const burstRoutes = new Elysia({ name: 'bursts', prefix: '/bursts' })
  .use(access)
  .get('', ({ user }) => ok('Bursts', { bursts: listBursts(storage.reader, user) }), {
    admin: true,
    ...returns(
      Bursts,
      'listBursts',
      'List where many texts came within minutes, the newest first',
      'By one account, or the same text or links to one site by several; from how many on is the setting `bursts`. They stand until somebody dismisses them. Nothing is refused for it.',
    ),
  })
  .delete('/:id', async ({ user, params }) => done('Burst dismissed', dismissBurst(user, params.id)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: BurstParams,
    ...confirms('dismissBurst', 'Dismiss the alert about a burst'),
  })

import { Elysia } from 'elysia'
import { finishSetup, setupState, tryMail } from '../../core/setup/service'
import { access } from '../http/access'
import { created, createdResponse, envelope, ok } from '../http/envelope'
import { FinishSetup, OneTriedMail, SetupFinished, SetupState, TryMail } from './schemas'

const closed = ['NOT_FOUND', '403 INVALID_TOKEN'] as const

export const setup = new Elysia({ name: 'setup', prefix: '/api/v1/setup', detail: { tags: ['setup'] } })
  .use(access)
  .get('', async () => ok('Setup status', await setupState()), {
    public: true,
    response: envelope(SetupState),
    detail: { operationId: 'getSetupState', summary: 'Tell whether Quad waits to be set up' },
  })
  .post('', async ({ body, origin }) => created('Setup complete', await finishSetup(origin, body)), {
    public: true,
    fails: [...closed, 'CONFLICT', 'BUSY'],
    body: FinishSetup,
    response: createdResponse(envelope(SetupFinished)),
    detail: {
      operationId: 'finishSetup',
      summary: 'Make the college and the first administrator',
      description: 'Once, with the token of the set-up link in the log.',
    },
  })
  .post('/mail', async ({ body, origin }) => ok('Test email sent', { mail: await tryMail(origin, body) }), {
    public: true,
    fails: [...closed, 'MAIL_FAILED', 'RATE_LIMITED'],
    body: TryMail,
    response: envelope(OneTriedMail),
    detail: { operationId: 'sendTestMail', summary: 'Send a test email during the set-up' },
  })

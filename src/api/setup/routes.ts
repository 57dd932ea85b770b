import { finishSetup, setupState, tryMail } from '../../core/setup/service'
import { created, ok } from '../http/envelope'
import { makes, returns, routes } from '../http/route'
import { FinishSetup, OneTriedMail, SetupFinished, SetupState, TryMail } from './schemas'

const closed = ['NOT_FOUND', '403 INVALID_TOKEN'] as const

export const setup = routes('setup', '/api/v1/setup')
  .get('', async () => ok('Setup status', await setupState()), {
    public: true,
    ...returns(SetupState, 'getSetupState', 'Tell whether Quad waits to be set up'),
  })
  .post('', async ({ body, origin }) => created('Setup complete', await finishSetup(origin, body)), {
    public: true,
    fails: [...closed, 'CONFLICT', 'BUSY'],
    body: FinishSetup,
    ...makes(
      SetupFinished,
      'finishSetup',
      'Make the college and the first administrator',
      'Once, with the token of the set-up link in the log.',
    ),
  })
  .post('/mail', async ({ body, origin }) => ok('Test email sent', { mail: await tryMail(origin, body) }), {
    public: true,
    fails: [...closed, 'MAIL_FAILED', 'RATE_LIMITED'],
    body: TryMail,
    ...returns(OneTriedMail, 'sendTestMail', 'Send a test email during the set-up'),
  })

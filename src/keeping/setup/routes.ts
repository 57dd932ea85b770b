import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { confirms, done, makes, returns, routes } from '../../http/route'
import { emailText, namedObject, recordId } from '../../lib/text/schema'
import { checklist, notePoster, readChecklist } from './checklist'
import { FinishSetup, finishSetup, setupState, token, triedMail, tryMail } from './service'

const SetupState = namedObject('SetupState', { needed: t.Boolean() })

const SetupFinished = namedObject('SetupFinished', {
  college: t.Object({ id: recordId }),
  admin: t.Object({ id: recordId, username: t.String() }),
})

const closed = ['NOT_FOUND', '403 INVALID_TOKEN'] as const

export const setup = routes('setup', '/api/v1/setup')
  .get('', async () => ok('Setup status', setupState()), {
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
    body: namedObject('TryMail', { token, to: emailText(254) }),
    ...returns(t.Object({ mail: triedMail }), 'sendTestMail', 'Send a test email during the set-up'),
  })

export const firstRun = routes('admin', '/api/v1/admin/checklist')
  .get('', async () => ok('Checklist', readChecklist()), {
    superadmin: true,
    ...returns(checklist, 'getChecklist', 'Read what is done of the first run, and what is not'),
  })
  .post('/poster', async ({ user }) => done('Noted', notePoster(user)), {
    superadmin: true,
    ...confirms('notePoster', 'Note that the poster was printed or saved'),
  })

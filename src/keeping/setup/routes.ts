import { t } from 'elysia'
import { PASSWORD_LENGTH } from '../../campus/auth/password-policy'
import { CollegeFields, CreateBranch } from '../../campus/colleges/schemas'
import { created, ok } from '../../http/envelope'
import { confirms, done, makes, returns, routes } from '../../http/route'
import { choice, emailText, namedObject, recordId } from '../../lib/text/schema'
import { checklist, notePoster, readChecklist } from './checklist'
import { finishSetup, setupState, triedMail, tryMail } from './service'

const { name, emailDomain, city, state } = CollegeFields.properties
const campus = { name, emailDomain, city, state }

const token = t.String({ minLength: 1, maxLength: 200, description: 'From the set-up link in the log' })

const SetupState = namedObject('SetupState', { needed: t.Boolean() })

const FinishSetup = namedObject('FinishSetup', {
  token,
  campus: t.Object({ ...campus, branches: t.Optional(t.Array(CreateBranch, { maxItems: 200 })) }),
  collegeDomains: t.Optional(choice(['admin', 'superadmin'])),
  notifications: t.Optional(t.Boolean()),
  transparency: t.Optional(t.Boolean()),
  admin: t.Object({
    email: emailText(254),
    password: t.String({
      maxLength: 1024,
      description: `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters`,
    }),
  }),
})
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

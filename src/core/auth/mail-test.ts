import { type Static, t } from 'elysia'
import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { openAddress } from '../../lib/addresses'
import { maskedEmail } from '../../lib/email-address'
import { MailFailure } from '../../lib/mail/errors'
import { deliver } from '../../lib/mail/mail'
import { testMail } from '../../lib/mail/templates'
import { mailWay } from '../../lib/mail/transport'
import { integer, named, nullable } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { mailCampus } from '../colleges/directory'
import { identityById } from './password-queries'

export const mailTest = named(
  'MailTest',
  t.Object({
    to: t.String({ description: 'The own address, as lists show it' }),
    via: t.UnionEnum(['smtp', 'outbox'], { description: '`outbox`: no mail server is configured' }),
    isAccepted: t.Boolean({
      description: 'The mail server, or the folder, took it. Whether it arrives is another matter',
    }),
    host: nullable(t.String({ description: 'Of the mail server, with its port' })),
    encryption: nullable(
      t.UnionEnum(['tls', 'starttls', 'offered', 'none'], {
        description: 'What the configuration asks of the connection; `offered`: STARTTLS if the server has it',
      }),
    ),
    code: nullable(integer('The answer of the mail server (RFC 5321 §4.2), where it gave one')),
    file: nullable(t.String({ description: 'In the data directory' })),
    problem: nullable(t.String({ description: 'What went wrong, for the operator; without addresses and passwords' })),
    ms: integer('How long it took'),
  }),
)

/**
 * Sends a test mail to the superadmin's own address, and says where it went. It takes nothing of the mail that is kept
 * for those who sign in. 409 when this server cannot read the address.
 */
export async function sendTestMail(user: Viewer): Promise<Static<typeof mailTest>> {
  const identity = (await identityById(storage.reader, user.authId)) ?? refuse('NOT_FOUND')
  const to = await openAddress(identity)
  if (to === null) return refuse('CONFLICT', 'auth.ownAddressSealed')
  const campus = await mailCampus()
  const started = performance.now()
  const sent = await deliver(testMail(user.origin.language, { to, campus }), 'signup').catch((error: unknown) => {
    if (error instanceof MailFailure) return error
    throw error
  })
  const ms = Math.round(performance.now() - started)
  const isAccepted = !(sent instanceof MailFailure)
  const way = mailWay()
  await writeAs(user, 'superadmin', (tx, user) =>
    audit(tx, user, {
      action: 'admin:tested:mail',
      entityType: 'settings',
      entityId: null,
      metadata: { via: way.via, accepted: isAccepted, server: way.host },
    }),
  )
  return {
    to: maskedEmail(to),
    ...way,
    isAccepted,
    code: sent.code ?? null,
    file: isAccepted ? (sent.file ?? null) : null,
    problem: isAccepted ? null : sent.message,
    ms,
  }
}

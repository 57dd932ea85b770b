import { type Static, t } from 'elysia'
import { type Connection, storage } from '../../../db/storage'
import { superadminExists } from '../../campus/accounts/roles'
import { PASSWORD_LENGTH, refuseWeakPassword } from '../../campus/auth/password-policy'
import { mailTo } from '../../campus/colleges/directory'
import { CollegeFields, CreateBranch } from '../../campus/colleges/schemas'
import { refuse, refuseField } from '../../errors'
import { anonymous, type Origin } from '../../ground/audit/audit'
import { storeSetting } from '../../ground/settings/settings'
import { hashPassword } from '../../lib/crypto/password-hash'
import { parseAddress } from '../../lib/mail/email-address'
import { deliver } from '../../lib/mail/mail'
import { testMail } from '../../lib/mail/templates'
import { sealAddress } from '../../lib/net/addresses'
import { choice, emailText, namedObject, nullable } from '../../lib/text/schema'
import { createFirst, isSetupToken, voidSetupToken } from './first-run'

// The first college and the first superadmin, once, with the link that the server prints at its start.

const { name, emailDomain, city, state } = CollegeFields.properties
const campus = { name, emailDomain, city, state }

export const token = t.String({ minLength: 1, maxLength: 200, description: 'From the set-up link in the log' })

export const FinishSetup = namedObject('FinishSetup', {
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

export const setupState = (): { needed: boolean } => ({ needed: !superadminExists(storage.reader) })

export async function finishSetup(origin: Origin, { token, campus, admin, ...choices }: Static<typeof FinishSetup>) {
  refuseUnlessOpen(storage.reader, token)
  const email = requireEmail('admin.email', admin.email)
  refuseWeakPassword(admin.password, email, 'admin.password')
  const [passwordHash, address] = [await hashPassword(admin.password, origin.ip), await sealAddress(email)]
  return storage.write(async (tx) => {
    // Again, because two requests can use the token while a password is hashed.
    refuseUnlessOpen(tx, token)
    const first = await createFirst(tx, anonymous(origin), campus, { address, passwordHash })
    for (const name of ['collegeDomains', 'notifications', 'transparency'] as const)
      if (choices[name] !== undefined) storeSetting(tx, name, choices[name])
    tx.afterCommit(voidSetupToken)
    return { college: { id: first.collegeId }, admin: first.admin }
  })
}

export const triedMail = namedObject('TriedMail', {
  file: nullable(
    t.String({ description: 'In the data directory, where no mail server is configured: it reaches nobody' }),
  ),
})

export async function tryMail(
  { language }: Origin,
  { token, to }: { token: string; to: string },
): Promise<Static<typeof triedMail>> {
  refuseUnlessOpen(storage.reader, token)
  const { file } = await deliver(testMail(mailTo(requireEmail('to', to), language)))
  return { file: file ?? null }
}

/** 404 when there is a superadmin, 403 `INVALID_TOKEN` without the token of the link. */
function refuseUnlessOpen(db: Connection, token: string): void {
  if (superadminExists(db)) refuse('NOT_FOUND', 'setup.done')
  if (!isSetupToken(token)) refuse('INVALID_TOKEN', 'setup.linkExpired', { status: 403 })
}

function requireEmail(field: string, text: string): string {
  return parseAddress(text)?.email ?? refuseField(field, 'fields.email')
}

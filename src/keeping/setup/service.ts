import { type Static, t } from 'elysia'
import { type Connection, storage } from '../../../db/storage'
import { superadminExists } from '../../campus/accounts/roles'
import { refuseWeakPassword } from '../../campus/auth/password-policy'
import { mailCampus } from '../../campus/colleges/directory'
import type { NewBranch } from '../../campus/colleges/schemas'
import { refuse, refuseField } from '../../errors'
import { anonymous, type Origin } from '../../ground/audit/audit'
import type { ChangeSettings } from '../../ground/settings/change-settings'
import { storeSetting } from '../../ground/settings/settings'
import { hashPassword } from '../../lib/crypto/password-hash'
import { parseAddress } from '../../lib/mail/email-address'
import { deliver } from '../../lib/mail/mail'
import { testMail } from '../../lib/mail/templates'
import { sealAddress } from '../../lib/net/addresses'
import { namedObject, nullable } from '../../lib/text/schema'
import { createFirst, isSetupToken, voidSetupToken } from './first-run'

// The first college and the first superadmin, once, with the link that the server prints at its start.

type FinishSetup = {
  token: string
  campus: { name: string; emailDomain: string; city: string; state: string; branches?: NewBranch[] | undefined }
  admin: { email: string; password: string }
} & Pick<ChangeSettings, 'collegeDomains' | 'notifications' | 'transparency'>

export const setupState = (): { needed: boolean } => ({ needed: !superadminExists(storage.reader) })

export async function finishSetup(origin: Origin, { token, campus, admin, ...choices }: FinishSetup) {
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
  const { file } = await deliver(testMail(language, { to: requireEmail('to', to), campus: mailCampus() }))
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

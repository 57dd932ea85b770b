import { type Connection, storage } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { parseAddress } from '../../lib/email-address'
import { deliver } from '../../lib/mail/mail'
import { testMail } from '../../lib/mail/templates'
import { hashPassword } from '../../lib/password-hash'
import { superadminExists } from '../accounts/roles'
import { anonymous, type Origin } from '../audit/audit'
import { refuseWeakPassword } from '../auth/password-policy'
import { campusName } from '../colleges/directory'
import type { NewBranch } from '../colleges/schemas'
import { createFirst, opensSetup, voidSetupToken } from './first-run'

export type TryMail = { token: string; to: string }

export type FinishSetup = {
  token: string
  campus: { name: string; emailDomain: string; city: string; state: string; branches?: NewBranch[] | undefined }
  admin: { email: string; password: string }
}

export async function setupState(): Promise<{ needed: boolean }> {
  return { needed: !(await superadminExists(storage.reader)) }
}

/** Names the campus and the first superadmin, and closes the set-up for good. */
export async function finishSetup(origin: Origin, { token, campus, admin }: FinishSetup) {
  await refuseClosed(storage.reader, token)
  const email = addressIn('admin.email', admin.email)
  refuseWeakPassword(admin.password, email, 'admin.password')
  const passwordHash = await hashPassword(admin.password)
  return storage.write(async (tx) => {
    // Again: two may have come with the token while the password was hashed.
    await refuseClosed(tx, token)
    const made = await createFirst(tx, anonymous(origin), campus, { email, passwordHash })
    tx.afterCommit(voidSetupToken)
    return { college: { id: made.collegeId }, admin: made.admin }
  })
}

/** Sends a mail that shows whether mail arrives. */
export async function tryMail({ language }: Origin, { token, to }: TryMail): Promise<void> {
  await refuseClosed(storage.reader, token)
  await deliver(testMail(language, { to: addressIn('to', to), campus: await campusName() }))
}

/** 404 once there is a superadmin, 403 `INVALID_TOKEN` without the token of the link. */
async function refuseClosed(db: Connection, token: string): Promise<void> {
  if (await superadminExists(db)) refuse('NOT_FOUND', 'setup.done')
  if (!opensSetup(token)) refuse('INVALID_TOKEN', 'setup.linkExpired', { status: 403 })
}

function addressIn(field: string, given: string): string {
  return parseAddress(given)?.email ?? refuseField(field, 'fields.email')
}

import { and, eq } from 'drizzle-orm'
import { passkeys } from '../../../db/schema/passkeys'
import { pick } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { forgetAccount, isAdministrator, type Viewer } from '../../ground/access/account'
import { issueTokens } from '../../ground/access/session-tokens'
import { writeAs } from '../../ground/access/write-as'
import { audit, type Origin } from '../../ground/audit/audit'
import { readSettings } from '../../ground/settings/settings'
import { randomToken } from '../../lib/crypto/keys'
import { passkeysChangedMail } from '../../lib/mail/templates'
import { readOwnUser } from '../accounts/users'
import { campusName, mailCampus } from '../colleges/directory'
import { tellByMail } from '../notices/notices'
import {
  type AssertionAnswer,
  assertionOptions,
  type CreationAnswer,
  creationOptions,
  type Passkey,
  passkeysOf,
  recordAssertion,
  refusePasskey,
  today,
  verifyAssertion,
  verifyCreation,
} from './passkey-ceremonies'
import { beginSession } from './sessions'

/** Nobody has as many devices. */
const MAX_PASSKEYS = 20

const ID = pick(passkeys, 'id')
const ofUser = (user: Viewer, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, user.id))

type ShownPasskey = Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>

const shown = ({ id, name, createdAt, lastUsedAt }: Passkey): ShownPasskey => ({ id, name, createdAt, lastUsedAt })

export function listPasskeys(user: Viewer): { passkeys: ShownPasskey[] } {
  return { passkeys: passkeysOf(storage.reader, user.id).map(shown) }
}

/** What the browser needs to make a passkey. 409 `CONFLICT` for an account that has too many. */
export async function newPasskeyOptions(user: Viewer) {
  const existing = passkeysOf(storage.reader, user.id)
  if (existing.length >= MAX_PASSKEYS) return refuse('CONFLICT', 'auth.tooManyPasskeys')
  const { username } = readOwnUser(storage.reader, user.id)
  // Never the id or the email: the authenticator keeps it, and may show it.
  const userHandle = existing[0]?.userHandle ?? randomToken()
  const rpName = campusName()
  return creationOptions(`add:${user.sessionId}`, user.origin.ip, { userName: username, rpName, userHandle, existing })
}

/** Adds the passkey that the browser has made. 401 `INVALID_CREDENTIALS`; 409 `CONFLICT` if it is there already. */
export async function addPasskey(
  user: Viewer,
  origins: readonly string[],
  { name, response }: { name: string; response: CreationAnswer },
): Promise<ShownPasskey> {
  const credential = await verifyCreation(`add:${user.sessionId}`, origins, response)
  if (credential === undefined) return refusePasskey()
  return writeAs(user, 'session', (tx, user) => {
    if (passkeysOf(tx, user.id).length >= MAX_PASSKEYS) return refuse('CONFLICT', 'auth.tooManyPasskeys')
    const passkey: Passkey = { ...credential, userId: user.id, name, createdAt: today(), lastUsedAt: null }
    const added = tx.orm.insert(passkeys).values(passkey).onConflictDoNothing().returning(ID).all()
    if (added.length === 0) refuse('CONFLICT', 'auth.passkeyExists')
    recordChange(tx, user, 'added')
    return shown(passkey)
  })
}

/** 404 for a passkey of somebody else. */
export async function renamePasskey(user: Viewer, id: string, name: string): Promise<void> {
  await writeAs(user, 'session', (tx, user) => {
    const renamed = tx.orm.update(passkeys).set({ name }).where(ofUser(user, id)).returning(ID).all()
    if (renamed.length === 0) refuse('NOT_FOUND', 'auth.passkeyMissing')
    audit(tx, user, { action: 'user:renamed:passkey', entityType: 'user', entityId: user.id })
  })
}

/** 404 for a passkey of somebody else; 409 `CONFLICT` for the last of an administrator who needs one. */
export async function removePasskey(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'session', (tx, user) => {
    const removed = tx.orm.delete(passkeys).where(ofUser(user, id)).returning(ID).all()
    if (removed.length === 0) refuse('NOT_FOUND', 'auth.passkeyMissing')
    const isRequired = isAdministrator(user) && readSettings(tx).administratorPasskeys
    if (isRequired && passkeysOf(tx, user.id).length === 0) refuse('CONFLICT', 'auth.lastPasskey')
    recordChange(tx, user, 'removed')
  })
}

/** The owner is told, because somebody else may have been at an unlocked device. */
function recordChange(tx: Tx, user: Viewer, change: 'added' | 'removed'): void {
  forgetAccount(tx, user.id)
  audit(tx, user, { action: `user:${change}:passkey`, entityType: 'user', entityId: user.id })
  const about = { campus: mailCampus(), at: new Date(), change }
  tellByMail(tx, user.id, { kind: 'passkeys_changed' }, ({ email, language }) =>
    passkeysChangedMail(language, { to: email, ...about }),
  )
}

/** The same for everybody, so that it says nothing of anybody. */
export const passkeySignInOptions = (origin: Origin) => assertionOptions('login', origin.ip)

/** Signs in whoever owns the passkey; nobody types an email. 401 `INVALID_CREDENTIALS`, whatever is wrong. */
export async function signInByPasskey(
  origin: Origin,
  current: Viewer | null,
  origins: readonly string[],
  { response, tokens }: { response: AssertionAnswer; tokens?: boolean | undefined },
) {
  const assertion = await verifyAssertion('login', origins, response)
  if (assertion === undefined) return refusePasskey()
  const { id: userId, role } = assertion.owner
  const signedIn = await storage.write((tx) => {
    if (!recordAssertion(tx, assertion)) return undefined
    const session = beginSession(tx, origin, current, { userId, role }, 'passkey')
    return { session, role, userId, tokens: tokens ? issueTokens(tx, session) : undefined }
  })
  return signedIn ?? refusePasskey()
}

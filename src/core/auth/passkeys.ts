import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { randomToken } from '../../lib/keys'
import { passkeysChangedMail } from '../../lib/mail/templates'
import { forgetAccount, isAdministrator, type Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { readOwnUser } from '../accounts/users'
import { audit, type Origin } from '../audit/audit'
import { campusName, mailCampus } from '../colleges/directory'
import { tellByMail } from '../notices/notices'
import { readSettings } from '../settings/settings'
import {
  type AssertionAnswer,
  assertionOptions,
  type CreationAnswer,
  creationOptions,
  recordAssertion,
  refusePasskey,
  verifyAssertion,
  verifyCreation,
} from './passkey-ceremonies'
import { deletePasskey, insertPasskey, type Passkey, passkeysOf, setPasskeyName, today } from './passkey-queries'
import { issueTokens, type Tokens } from './refresh-tokens'
import { beginSession, type OpenedSession } from './sessions'

/** Nobody has as many devices. */
const MAX_PASSKEYS = 20

type ShownPasskey = Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>

const shown = ({ id, name, createdAt, lastUsedAt }: Passkey): ShownPasskey => ({ id, name, createdAt, lastUsedAt })

export async function listPasskeys(user: Viewer): Promise<{ passkeys: ShownPasskey[] }> {
  return { passkeys: (await passkeysOf(storage.reader, user.id)).map(shown) }
}

/** What the browser needs to make a passkey. 409 `CONFLICT` for an account that has too many. */
export async function newPasskeyOptions(user: Viewer) {
  const existing = await passkeysOf(storage.reader, user.id)
  if (existing.length >= MAX_PASSKEYS) return refuse('CONFLICT', 'auth.tooManyPasskeys')
  const { username } = await readOwnUser(storage.reader, user.id)
  // Never the id or the email: the authenticator keeps it, and may show it.
  const userHandle = existing[0]?.userHandle ?? randomToken()
  return creationOptions(`add:${user.sessionId}`, user.origin.ip, {
    name: username,
    site: await campusName(),
    userHandle,
    existing,
  })
}

/** Adds the passkey that the browser has made. 401 `INVALID_CREDENTIALS`; 409 `CONFLICT` if it is there already. */
export async function addPasskey(
  user: Viewer,
  origins: readonly string[],
  { name, response }: { name: string; response: CreationAnswer },
): Promise<ShownPasskey> {
  const credential = await verifyCreation(`add:${user.sessionId}`, origins, response)
  if (credential === undefined) return refusePasskey()
  return writeAs(user, 'session', async (tx, user) => {
    const existing = await passkeysOf(tx, user.id)
    if (existing.length >= MAX_PASSKEYS) return refuse('CONFLICT', 'auth.tooManyPasskeys')
    const rest = { userId: user.id, name, createdAt: today(), lastUsedAt: null }
    const passkey: Passkey = { ...credential, ...rest }
    if (!(await insertPasskey(tx, passkey))) refuse('CONFLICT', 'auth.passkeyExists')
    await recordChange(tx, user, 'added')
    return shown(passkey)
  })
}

/** 404 for a passkey of somebody else. */
export async function renamePasskey(user: Viewer, id: string, name: string): Promise<void> {
  await writeAs(user, 'session', async (tx, user) => {
    if (!(await setPasskeyName(tx, user.id, id, name))) refuse('NOT_FOUND', 'auth.passkeyMissing')
    await audit(tx, user, { action: 'user:renamed:passkey', entityType: 'user', entityId: user.id })
  })
}

/** 404 for a passkey of somebody else; 409 `CONFLICT` for the last of an administrator who needs one. */
export async function removePasskey(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'session', async (tx, user) => {
    if (!(await deletePasskey(tx, user.id, id))) refuse('NOT_FOUND', 'auth.passkeyMissing')
    const isRequired = isAdministrator(user) && readSettings(tx).administratorPasskeys
    if (isRequired && (await passkeysOf(tx, user.id)).length === 0) refuse('CONFLICT', 'auth.lastPasskey')
    await recordChange(tx, user, 'removed')
  })
}

/** The owner is told, because somebody else may have been at an unlocked device. */
async function recordChange(tx: Tx, user: Viewer, change: 'added' | 'removed'): Promise<void> {
  forgetAccount(tx, user.id)
  await audit(tx, user, { action: `user:${change}:passkey`, entityType: 'user', entityId: user.id })
  const about = { campus: await mailCampus(), at: new Date(), change }
  await tellByMail(tx, user.id, { kind: 'passkeys_changed' }, ({ email, language }) =>
    passkeysChangedMail(language, { to: email, ...about }),
  )
}

/** The same for everybody, so that it says nothing of anybody. */
export const passkeySignInOptions = (origin: Origin) => assertionOptions('login', origin.ip)

type SignedIn = { session: OpenedSession; role: string; userId: string; tokens: Tokens | undefined }

/** Signs in whoever owns the passkey; nobody types an email. 401 `INVALID_CREDENTIALS`, whatever is wrong. */
export async function signInByPasskey(
  origin: Origin,
  current: Viewer | null,
  origins: readonly string[],
  { response, tokens }: { response: AssertionAnswer; tokens?: boolean | undefined },
): Promise<SignedIn> {
  const assertion = await verifyAssertion('login', origins, response)
  if (assertion === undefined) return refusePasskey()
  const { owner } = assertion
  const signedIn = await storage.write(async (tx): Promise<SignedIn | undefined> => {
    if (!(await recordAssertion(tx, assertion))) return undefined
    const session = await beginSession(tx, origin, current, { userId: owner.id, role: owner.role }, 'passkey')
    const issued = tokens ? await issueTokens(tx, session) : undefined
    return { session, role: owner.role, userId: owner.id, tokens: issued }
  })
  return signedIn ?? refusePasskey()
}

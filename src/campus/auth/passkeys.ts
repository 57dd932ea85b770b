import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { getTableColumns } from 'drizzle-orm'
import { passkeys } from '../../../db/schema/sessions'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { forgetAccount, isAdministrator, type Viewer } from '../../ground/access/account'
import { issueTokens } from '../../ground/access/session-tokens'
import { writeAs } from '../../ground/access/write-as'
import { audit, type Origin } from '../../ground/audit/audit'
import { readSettings } from '../../ground/settings/settings'
import { randomToken } from '../../lib/crypto/keys'
import { OneTimeTokens } from '../../lib/crypto/one-time-tokens'
import { passkeysChangedMail } from '../../lib/mail/templates'
import { networkKey } from '../../lib/net/network'
import { webauthn } from '../../lib/net/webauthn'
import { today } from '../../lib/text/coarse-time'
import { readOwnUser } from '../accounts/users'
import { campusName, mailTo } from '../colleges/directory'
import { tellByMail } from '../notices/notices'
import { beginSession } from './sessions'

/** Nobody has as many devices. */
const MAX_PASSKEYS = 20

const PASSKEY = getTableColumns(passkeys)
type Passkey = Raw<typeof PASSKEY>

export const passkeysOf = (db: Connection, userId: string): Passkey[] =>
  sql(PASSKEY)`
    SELECT ${raw(selectList(PASSKEY))} FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`.all(db)

const shown = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({ id, name, createdAt, lastUsedAt })

export const listPasskeys = (user: Viewer) => ({ passkeys: passkeysOf(storage.reader, user.id).map(shown) })

/** How long a person may take to answer the browser's dialog. */
const CHALLENGE_MS = 300_000

/** What an answer may be used for: to sign in, or in one session to add a passkey or to re-authenticate. */
type Purpose = 'login' | `add:${string}` | `proof:${string}`

type Challenge = { purpose: Purpose; userHandle: string }

/** Of a network: one dormitory behind one address, with the sign-in page open in every room. */
const open = new OneTimeTokens<Challenge>({ lifeMs: CHALLENGE_MS, maxPerOwner: 1000, max: 50_000 })

/** Challenges that wait for an answer. */
export const challenges = {
  /** `userHandle` is what a new passkey is made with. */
  issue: (purpose: Purpose, ip: string | null, userHandle = ''): string =>
    open.issue(networkKey(ip ?? ''), { purpose, userHandle }).token,

  /** The challenge, if it was issued for that purpose and is still open. It is not any more, whoever asked. */
  redeem(purpose: Purpose, challenge: string) {
    const found = open.redeem(challenge)
    return found?.purpose === purpose ? found : undefined
  },
}

// What the browser and the server say to each other about a passkey (WebAuthn level 3): options with a challenge, and
// the answer to it. Answers are as browsers send them; Quad asks for no extensions.

/** Credentials are of the host, and work on its subdomains; an origin that the operator trusts elsewhere has none. */
const rpID = new URL(config.publicUrl).hostname

export type AssertionAnswer = Omit<AuthenticationResponseJSON, 'clientExtensionResults'>

/**
 * EdDSA, ES256 and RS256, which every authenticator has one of. The library adds what the runtime happens to know, and a
 * passkey must outlive a runtime.
 */
const ALGORITHMS = [-8, -7, -257]

const descriptor = ({ id, transports }: Passkey) => ({
  id,
  type: 'public-key' as const,
  transports: transports === '' ? [] : transports.split(','),
})

/**
 * The same for everybody, but for the challenge, unless the credentials of one account are asked for. Not by the
 * library, so that the sign-in page of a campus without passkeys does not load it.
 */
export const assertionOptions = (
  purpose: Purpose,
  ip: string | null,
  credentials: readonly Passkey[] = [],
): PublicKeyCredentialRequestOptionsJSON => ({
  rpId: rpID,
  challenge: challenges.issue(purpose, ip),
  timeout: CHALLENGE_MS,
  userVerification: 'required',
  allowCredentials: credentials.map(descriptor),
})

const expected = (origins: readonly string[]) => ({
  expectedOrigin: [...origins],
  expectedRPID: rpID,
  requireUserVerification: true,
})

/** What the browser needs to make a passkey. 409 `CONFLICT` for an account that has too many. */
export async function newPasskeyOptions(user: Viewer) {
  const existing = passkeysOf(storage.reader, user.id)
  if (existing.length >= MAX_PASSKEYS) return refuse('CONFLICT', 'auth.tooManyPasskeys')
  const { username } = readOwnUser(storage.reader, user.id)
  // Never the id or the email: the authenticator keeps it, and may show it.
  const userHandle = existing[0]?.userHandle ?? randomToken()
  return webauthn().generateRegistrationOptions({
    ...{ rpName: campusName(), rpID, userName: username, userDisplayName: username },
    userID: Buffer.from(userHandle, 'base64url'),
    challenge: Buffer.from(challenges.issue(`add:${user.sessionId}`, user.origin.ip, userHandle), 'base64url'),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(descriptor),
    // Discoverable, so that signing in needs no email; the authenticator asks for a finger, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Adds the passkey that the browser has made. 401 `INVALID_CREDENTIALS`; 409 `CONFLICT` if it is there already. */
export async function addPasskey(
  user: Viewer,
  origins: readonly string[],
  { name, response }: { name: string; response: Omit<RegistrationResponseJSON, 'clientExtensionResults'> },
) {
  let userHandle: string | undefined
  const verified = await unlessUnfit(() =>
    webauthn().verifyRegistrationResponse({
      ...expected(origins),
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => {
        userHandle = challenges.redeem(`add:${user.sessionId}`, challenge)?.userHandle
        return userHandle !== undefined
      },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified?.registrationInfo || userHandle === undefined) return refusePasskey()
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  const credential = { id, userHandle, publicKey: Buffer.from(publicKey), counter, transports: transports.join(',') }
  return writeAs(user, 'session', (tx, user) => {
    if (passkeysOf(tx, user.id).length >= MAX_PASSKEYS) return refuse('CONFLICT', 'auth.tooManyPasskeys')
    const passkey = { ...credential, userId: user.id, name, createdAt: today(), lastUsedAt: null }
    const added = tx.orm.insert(passkeys).values(passkey).onConflictDoNothing().returning(pick(passkeys, 'id')).all()
    if (added.length === 0) refuse('CONFLICT', 'auth.passkeyExists')
    recordChange(tx, user, 'added')
    return shown(passkey)
  })
}

/** 404 for a passkey of somebody else. */
export const renamePasskey = (user: Viewer, id: string, name: string): Promise<void> =>
  writeAs(user, 'session', (tx, user) => {
    const { changes } = sql`UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${user.id}`.run(tx)
    if (changes === 0) refuse('NOT_FOUND', 'auth.passkeyMissing')
    audit(tx, user, { action: 'user:renamed:passkey', entityType: 'user', entityId: user.id })
  })

/** 404 for a passkey of somebody else; 409 `CONFLICT` for the last of an administrator who needs one. */
export const removePasskey = (user: Viewer, id: string): Promise<void> =>
  writeAs(user, 'session', (tx, user) => {
    const { changes } = sql`DELETE FROM passkeys WHERE id = ${id} AND user_id = ${user.id}`.run(tx)
    if (changes === 0) refuse('NOT_FOUND', 'auth.passkeyMissing')
    const isRequired = isAdministrator(user) && readSettings(tx).administratorPasskeys
    if (isRequired && passkeysOf(tx, user.id).length === 0) refuse('CONFLICT', 'auth.lastPasskey')
    recordChange(tx, user, 'removed')
  })

/** The owner is told, because somebody else may have been at an unlocked device. */
function recordChange(tx: Tx, user: Viewer, change: 'added' | 'removed'): void {
  forgetAccount(tx, user.id)
  audit(tx, user, { action: `user:${change}:passkey`, entityType: 'user', entityId: user.id })
  const about = { at: new Date(), change }
  tellByMail(tx, user.id, { kind: 'passkeys_changed' }, (...owner) => passkeysChangedMail(mailTo(...owner), about))
}

/** Signs in whoever owns the passkey; nobody types an email. 401 `INVALID_CREDENTIALS`, whatever is wrong. */
export async function signInByPasskey(
  origin: Origin,
  current: Viewer | null,
  origins: readonly string[],
  { response, tokens }: { response: AssertionAnswer; tokens?: boolean | undefined },
) {
  const assertion = (await verifyAssertion('login', origins, response)) ?? refusePasskey()
  const { id: userId, role } = assertion.owner
  const signedIn = await storage.write((tx) => {
    if (!recordAssertion(tx, assertion)) return undefined
    const session = beginSession(tx, origin, current, { userId, role }, 'passkey')
    return { session, role, userId, tokens: tokens ? issueTokens(tx, session) : undefined }
  })
  return signedIn ?? refusePasskey()
}

const USED = {
  ...pick(passkeys, 'id', 'publicKey', 'counter', 'userHandle'),
  ...pick(users, 'role'),
  ownerId: users.id,
}

const passkeyWithOwner = (db: Connection, id: string) =>
  sql(USED)`
    SELECT p.id, p.public_key AS publicKey, p.counter, p.user_handle AS userHandle, u.role, u.id AS ownerId
    FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.id = ${id}`.get(db)

const NOBODY = { id: '', publicKey: new Uint8Array(), counter: 0, userHandle: '' }

/**
 * The passkey that made the answer; undefined if there is none, or it is not an answer to an open challenge of the
 * purpose, from this site, by a verified user, whose authenticator counts upwards.
 */
export async function verifyAssertion(purpose: Purpose, origins: readonly string[], answer: AssertionAnswer) {
  const known = passkeyWithOwner(storage.reader, answer.id)
  const { id, publicKey, counter, userHandle } = known ?? NOBODY
  const verified = await unlessUnfit(() =>
    webauthn().verifyAuthenticationResponse({
      ...expected(origins),
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: (challenge) => challenges.redeem(purpose, challenge) !== undefined,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    }),
  )
  // Whoever signs in is named by the authenticator alone; it may leave that out where the account is known.
  const handle = purpose === 'login' ? answer.response.userHandle : (answer.response.userHandle ?? userHandle)
  if (!known || !verified || handle !== userHandle) return undefined
  return { id, counter: verified.authenticationInfo.newCounter, owner: { id: known.ownerId, role: known.role } }
}

/** Two answers of a cloned authenticator may be verified at once: inside the write, the second finds the first's counter. */
export function recordAssertion(
  tx: Tx,
  { id, counter, owner }: NonNullable<Awaited<ReturnType<typeof verifyAssertion>>>,
): boolean {
  const latest = passkeyWithOwner(tx, id)
  if (latest?.ownerId !== owner.id) return false
  if ((counter > 0 || latest.counter > 0) && counter <= latest.counter) return false
  sql`UPDATE passkeys SET counter = ${counter}, last_used_at = ${today()} WHERE id = ${id}`.run(tx)
  return true
}

/** The library throws for whatever does not fit; the reason would only tell an attacker. */
async function unlessUnfit<Result extends { verified: boolean }>(verify: () => Promise<Result>) {
  try {
    const result = await verify()
    return result.verified ? result : undefined
  } catch {
    return undefined
  }
}

const refusePasskey = (): never => refuse('INVALID_CREDENTIALS', 'auth.passkeyUnfit')

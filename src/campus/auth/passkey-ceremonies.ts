import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { asc, eq } from 'drizzle-orm'
import { passkeys } from '../../../db/schema/passkeys'
import { users } from '../../../db/schema/users'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { OneTimeTokens } from '../../lib/crypto/one-time-tokens'
import { networkKey } from '../../lib/net/network'
import { webauthn } from '../../lib/net/webauthn'

export type Passkey = typeof passkeys.$inferSelect

/** The day is all that is stored. */
export const today = (): string => `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`

export const passkeysOf = (db: Connection, userId: string): Passkey[] =>
  db.orm
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .all()

const passkeyWithOwner = (db: Connection, id: string) =>
  db.orm
    .select({ passkey: passkeys, owner: pick(users, 'id', 'authId', 'role') })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.id, id))
    .get()

/** How long a person may take to answer the browser's dialog. */
const CHALLENGE_MS = 300_000

/** What an answer may be used for: to sign in, or in one session to add a passkey or to re-authenticate. */
type Purpose = 'login' | `add:${string}` | `proof:${string}`

/** `userHandle` is what the passkey is made with. */
type Challenge = { purpose: Purpose; userHandle: string }

/** Of a network: one dormitory behind one address, with the sign-in page open in every room. */
const open = new OneTimeTokens<Challenge>({ lifeMs: CHALLENGE_MS, maxPerOwner: 1000, max: 50_000 })

/** Challenges that wait for an answer. */
export const challenges = {
  issue: (purpose: Purpose, ip: string | null, userHandle = ''): string =>
    open.issue(networkKey(ip ?? ''), { purpose, userHandle }).token,

  /** The challenge, if it was issued for that purpose and is still open. It is not any more, whoever asked. */
  redeem(purpose: Purpose, challenge: string): Challenge | undefined {
    const found = open.redeem(challenge)
    return found?.purpose === purpose ? found : undefined
  },
}

// What the browser and the server say to each other about a passkey (WebAuthn level 3): options with a challenge, and
// the answer to it. passkeys.ts decides what follows.

/** Credentials are of the host, and work on its subdomains; an origin that the operator trusts elsewhere has none. */
const rpID = new URL(config.publicUrl).hostname

/** Answers as browsers send them; Quad asks for no extensions. */
export type AssertionAnswer = Omit<AuthenticationResponseJSON, 'clientExtensionResults'>
export type CreationAnswer = Omit<RegistrationResponseJSON, 'clientExtensionResults'>

/**
 * EdDSA, ES256 and RS256, which every authenticator has one of. The library adds what the runtime happens to know, and a
 * passkey must outlive a runtime.
 */
const ALGORITHMS = [-8, -7, -257]

/**
 * The same for everybody, but for the challenge, unless the credentials of one account are asked for. Not by the
 * library, so that the sign-in page of a campus without passkeys does not load it.
 */
export function assertionOptions(
  purpose: Purpose,
  ip: string | null,
  credentials: readonly Passkey[] = [],
): PublicKeyCredentialRequestOptionsJSON {
  return {
    rpId: rpID,
    challenge: challenges.issue(purpose, ip),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: credentials.map(descriptor),
  }
}

type NewPasskey = { userName: string; rpName: string; userHandle: string; existing: readonly Passkey[] }

export const creationOptions = (purpose: Purpose, ip: string | null, passkey: NewPasskey) => {
  const { userName, rpName, userHandle, existing } = passkey
  return webauthn().generateRegistrationOptions({
    ...{ rpName, rpID, userName, userDisplayName: userName },
    userID: Buffer.from(userHandle, 'base64url'),
    challenge: Buffer.from(challenges.issue(purpose, ip, userHandle), 'base64url'),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(descriptor),
    // Discoverable, so that signing in needs no email; the authenticator asks for a finger, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

const descriptor = ({ id, transports }: Passkey) => ({
  id,
  type: 'public-key' as const,
  transports: transports === '' ? [] : transports.split(','),
})

/** What a new passkey is made of; undefined if the answer is not one to an open challenge of the purpose. */
export async function verifyCreation(
  purpose: Purpose,
  origins: readonly string[],
  answer: CreationAnswer,
): Promise<Pick<Passkey, 'id' | 'userHandle' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  let userHandle: string | undefined
  const { registrationInfo } = await unlessUnfit(() =>
    webauthn().verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: (challenge) => {
        userHandle = challenges.redeem(purpose, challenge)?.userHandle
        return userHandle !== undefined
      },
      expectedOrigin: [...origins],
      expectedRPID: rpID,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }),
  )
  if (!registrationInfo || userHandle === undefined) return undefined
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, userHandle, publicKey: Buffer.from(publicKey), counter, transports: transports.join(',') }
}

/**
 * The passkey that made the answer; undefined if there is none, or it is not an answer to an open challenge of the
 * purpose, from this site, by a verified user, whose authenticator counts upwards.
 */
export async function verifyAssertion(purpose: Purpose, origins: readonly string[], answer: AssertionAnswer) {
  const known = passkeyWithOwner(storage.reader, answer.id)
  const { id, publicKey, counter, userHandle } = known?.passkey ?? NOBODY
  const { verified, authenticationInfo } = await unlessUnfit(() =>
    webauthn().verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: (challenge) => challenges.redeem(purpose, challenge) !== undefined,
      expectedOrigin: [...origins],
      expectedRPID: rpID,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    }),
  )
  // Whoever signs in is named by the authenticator alone; it may leave that out where the account is known.
  const handle = purpose === 'login' ? answer.response.userHandle : (answer.response.userHandle ?? userHandle)
  if (!known || !verified || handle !== userHandle) return undefined
  return { id, counter: authenticationInfo.newCounter, owner: known.owner }
}

const NOBODY = { id: '', publicKey: new Uint8Array(), counter: 0, userHandle: '' }

/** A passkey that has just been used. `counter` is what the authenticator says now. */
type Assertion = NonNullable<Awaited<ReturnType<typeof verifyAssertion>>>

/** Two answers of a cloned authenticator may be verified at once: inside the write, the second finds the first's counter. */
export function recordAssertion(tx: Tx, { id, counter, owner }: Assertion): boolean {
  const latest = passkeyWithOwner(tx, id)
  if (latest?.owner.id !== owner.id) return false
  if ((counter > 0 || latest.passkey.counter > 0) && counter <= latest.passkey.counter) return false
  tx.orm.update(passkeys).set({ counter, lastUsedAt: today() }).where(eq(passkeys.id, id)).run()
  return true
}

/** The library throws for whatever does not fit; the reason would only tell an attacker. */
async function unlessUnfit<Result extends { verified: boolean }>(
  verify: () => Promise<Result>,
): Promise<Result | { verified: false; registrationInfo?: never; authenticationInfo?: never }> {
  try {
    return await verify()
  } catch {
    return { verified: false }
  }
}

export const refusePasskey = (): never => refuse('INVALID_CREDENTIALS', 'auth.passkeyUnfit')

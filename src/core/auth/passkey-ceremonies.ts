import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { webauthn } from '../../lib/webauthn'
import { CHALLENGE_MS, challenges } from './passkey-challenges'
import { type Passkey, passkeyWithOwner, recordPasskeyUse } from './passkey-queries'

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

type Purpose = Parameters<typeof challenges.issue>[0]

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

export async function creationOptions(
  purpose: Purpose,
  ip: string | null,
  {
    name,
    site,
    userHandle,
    existing,
  }: { name: string; site: string; userHandle: string; existing: readonly Passkey[] },
) {
  return webauthn().generateRegistrationOptions({
    rpName: site,
    rpID,
    userID: Buffer.from(userHandle, 'base64url'),
    userName: name,
    userDisplayName: name,
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

type Owner = NonNullable<Awaited<ReturnType<typeof passkeyWithOwner>>>['owner']
/** A passkey that has just been used. `counter` is what the authenticator says now. */
export type Assertion = { id: string; counter: number; owner: Owner }

/**
 * The passkey that made the answer; undefined if there is none, or it is not an answer to an open challenge of the
 * purpose, from this site, by a verified user, whose authenticator counts upwards.
 */
export async function verifyAssertion(
  purpose: Purpose,
  origins: readonly string[],
  answer: AssertionAnswer,
): Promise<Assertion | undefined> {
  const known = await passkeyWithOwner(storage.reader, answer.id)
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

/** Two answers of a cloned authenticator may be verified at once: inside the write, the second finds the first's counter. */
export async function recordAssertion(tx: Tx, { id, counter, owner }: Assertion): Promise<boolean> {
  const latest = await passkeyWithOwner(tx, id)
  if (latest?.owner.id !== owner.id) return false
  if ((counter > 0 || latest.passkey.counter > 0) && counter <= latest.passkey.counter) return false
  await recordPasskeyUse(tx, id, counter)
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

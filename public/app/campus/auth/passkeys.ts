import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { api, envelope, type Failure } from '../../lib/api'
import { authText } from '../../texts/auth'

// Loaded where a passkey is used: the library is more than the rest of most pages.

/** People close the browser's dialog, or it closes by itself; an authenticator that is known already says so. */
function refusedByBrowser(error: unknown): Failure {
  const { passkeys } = authText
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  return { success: false, code: '', message: isKnown ? passkeys.known : passkeys.cancelled }
}

/** Signs in with a passkey that the person chooses. */
export async function signInWithPasskey() {
  const begun = await envelope(api.auth.passkeys.login.options.post())
  if (!begun.success) return begun
  return verifySignIn(begun.data.options, false)
}

/**
 * Offers passkeys where the email is typed. Resolves when one has been chosen; to undefined where the browser cannot,
 * or the offer was withdrawn.
 */
export async function offerPasskeys() {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined
  const begun = await envelope(api.auth.passkeys.login.options.post())
  if (!begun.success) return undefined
  const answer = await verifySignIn(begun.data.options, true)
  return !answer.success && answer.code === '' ? undefined : answer
}

export const withdrawOffer = (): void => WebAuthnAbortService.cancelCeremony()

type SignInOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

async function verifySignIn(optionsJSON: SignInOptions, useBrowserAutofill: boolean) {
  try {
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill })
    return await envelope(api.auth.passkeys.login.verify.post({ response }))
  } catch (error) {
    return refusedByBrowser(error)
  }
}

/** Has the browser make a passkey, and adds it to the account under that name. */
export async function addPasskey(name: string) {
  const begun = await envelope(api.auth.passkeys.options.post())
  if (!begun.success) return begun
  try {
    const response = await startRegistration({ optionsJSON: begun.data.options })
    const { transports, ...rest } = response.response
    const answer = { ...response, response: { ...rest, ...(transports ? { transports: [...transports] } : {}) } }
    return await envelope(api.auth.passkeys.post({ name, response: answer }))
  } catch (error) {
    return refusedByBrowser(error)
  }
}

/** Proves with one of the account's passkeys who is there. */
export async function proveWithPasskey() {
  const begun = await envelope(api.auth.reauthenticate.passkey.post())
  if (!begun.success) return begun
  try {
    const passkey = await startAuthentication({ optionsJSON: begun.data.options })
    return await envelope(api.auth.reauthenticate.post({ passkey }))
  } catch (error) {
    return refusedByBrowser(error)
  }
}

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

/** Asks the server to begin, has the browser answer, and sends that. */
async function ceremony<Data, Success extends { success: true }>(
  begin: Promise<{ success: true; data: Data } | Failure>,
  answer: (begun: Data) => Promise<Success | Failure>,
): Promise<Success | Failure> {
  const begun = await begin
  if (!begun.success) return begun
  try {
    return await answer(begun.data)
  } catch (error) {
    return refusedByBrowser(error)
  }
}

export const signInWithPasskey = (useBrowserAutofill = false) =>
  ceremony(envelope(api.auth.passkeys.login.options.post()), async ({ options }) => {
    const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill })
    return envelope(api.auth.passkeys.login.verify.post({ response }))
  })

/**
 * Offers passkeys where the email is typed. Resolves when one has been chosen; to undefined where the browser cannot,
 * or the offer was withdrawn.
 */
export const offerPasskeys = async () =>
  (await browserSupportsWebAuthnAutofill()) ? signInWithPasskey(true) : undefined

export const withdrawOffer = (): void => WebAuthnAbortService.cancelCeremony()

/** Has the browser make a passkey, and adds it to the account under that name. */
export const addPasskey = (name: string) =>
  ceremony(envelope(api.auth.passkeys.options.post()), async ({ options }) => {
    const response = await startRegistration({ optionsJSON: options })
    const { transports, ...rest } = response.response
    const answer = { ...response, response: { ...rest, ...(transports ? { transports: [...transports] } : {}) } }
    return envelope(api.auth.passkeys.post({ name, response: answer }))
  })

export const proveWithPasskey = () =>
  ceremony(envelope(api.auth.reauthenticate.passkey.post()), async ({ options }) =>
    envelope(api.auth.reauthenticate.post({ passkey: await startAuthentication({ optionsJSON: options }) })),
  )

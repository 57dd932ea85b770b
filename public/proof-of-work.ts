import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

// The worker that solves a challenge of the server, so that the page stays usable meanwhile. A file of its own, which is
// loaded only when the server asks for work.

/** The part of the worker's global scope that is used here: its platform types clash with those of pages. */
type Scope = {
  onmessage: (event: MessageEvent<Challenge>) => void
  postMessage(solution: string | undefined): void
}
const worker = self as unknown as Scope

worker.onmessage = async ({ data: challenge }) => {
  // Without a secure context there is no WebCrypto.
  const solution = await solveChallenge({ challenge, deriveKey }).catch(() => null)
  worker.postMessage(solution === null ? undefined : btoa(JSON.stringify({ challenge, solution })))
}

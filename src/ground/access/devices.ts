import { randomBytes } from 'node:crypto'
import { identities } from '../../../db/schema/identities'
import { sql } from '../../../db/sql'
import type { Tx } from '../../../db/storage'
import { matchesStoredHash, storedHash } from '../../lib/crypto/keys'

// Known browsers (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser that has signed in to an
// account keeps a token for it, and its attempts are counted apart from those of strangers. Nothing is stored here: the
// token is a nonce under a keyed hash of the account, so a copy of the database tells of no browser. It proves no
// identity and opens nothing; stolen, it is worth the few attempts of `DEVICE_ATTEMPTS`. It ends with the account, with
// its password, and after a year. Signing out leaves it, since signing in again is what it is for.

/** How many accounts one browser remembers: a family's, or a moderator's two. */
const MAX_ACCOUNTS = 3
const DAY_MS = 86_400_000
const LIFETIME_DAYS = 365
export const DEVICE_SECONDS = (LIFETIME_DAYS * DAY_MS) / 1000

type Owner = { authId: string; passwordHash: string | null }

const tokensIn = (cookie: string | null): string[] => (cookie ?? '').split('~', MAX_ACCOUNTS).filter(Boolean)

const subject = ({ authId, passwordHash }: Owner, day: string, nonce: string): string =>
  [authId, passwordHash ?? '', day, nonce].join('\0')

/** The nonce of the token, if it is the account's, and neither a year old nor of a day that is yet to come. */
function nonceFor(owner: Owner, token: string): string | undefined {
  const [day = '', nonce = '', ...signed] = token.split('.')
  const age = Date.now() / DAY_MS - Number.parseInt(day, 36)
  const isSigned = matchesStoredHash(signed.join('.'), 'device', subject(owner, day, nonce))
  return isSigned && age >= -1 && age <= LIFETIME_DAYS ? nonce : undefined
}

/**
 * Of which known browser of the account the cookie is; undefined for a stranger's. An account that does not exist takes
 * the same work.
 */
export function knownDevice(cookie: string | null, owner: Owner | undefined): string | undefined {
  const nonces = tokensIn(cookie).map((token) => nonceFor(owner ?? { authId: '', passwordHash: null }, token))
  return owner && nonces.find((nonce) => nonce !== undefined)
}

/** The cookie with a new token for the account of the user, and those for the last other accounts of the browser. */
export function rememberDeviceOf(tx: Tx, cookie: string | null, userId: string): string | undefined {
  const owner = sql({ authId: identities.id, passwordHash: identities.passwordHash })`
    SELECT i.id AS authId, i.password_hash AS passwordHash
    FROM users u JOIN identities i ON i.id = u.auth_id WHERE u.id = ${userId}`.get(tx)
  if (owner === undefined) return undefined
  const day = Math.floor(Date.now() / DAY_MS).toString(36)
  const nonce = randomBytes(16).toString('base64url')
  const others = tokensIn(cookie).filter((token) => nonceFor(owner, token) === undefined)
  const token = [day, nonce, storedHash('device', subject(owner, day, nonce))].join('.')
  return [token, ...others].slice(0, MAX_ACCOUNTS).join('~')
}

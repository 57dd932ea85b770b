import { password } from 'bun'
import { Semaphore } from './semaphore'

/** argon2id with the first choice of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2 }

/** At most four at once: each hash in progress uses this much memory. */
const hashing = new Semaphore(4)

let runs = 0

/** How many hashes were computed: a test proves that an unknown email costs as much as a known one. */
export const hashRuns = (): number => runs

function bounded<T>(work: () => Promise<T>): Promise<T> {
  return hashing.run(() => {
    runs++
    return work()
  })
}

export function hashPassword(plain: string): Promise<string> {
  return bounded(() => password.hash(plain, { algorithm: 'argon2id', ...ARGON2 }))
}

let decoy: Promise<string> | undefined

/**
 * Whether `plain` matches `hash`. Without a hash (no such account, or one without a password) it returns false after
 * the same work, so that the time reveals nothing.
 */
export async function verifyPassword(plain: string, hash: string | null): Promise<boolean> {
  decoy ??= password.hash('nobody', { algorithm: 'argon2id', ...ARGON2 })
  const against = hash ?? (await decoy)
  const matches = await bounded(() => password.verify(plain, against))
  return hash !== null && matches
}

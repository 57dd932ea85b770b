import { password } from 'bun'
import { Semaphore } from './semaphore'

/** argon2id as OWASP's Password Storage Cheat Sheet sets it first: 19 MiB, two passes, one lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2 }

/** Each hash in progress holds its memory. */
const hashing = new Semaphore(4)

let runs = 0

/** How many hashes have been computed; lets a test see that an unknown address costs the same as a known one. */
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
 * Whether `plain` is the password behind `hash`. Without a hash (no such account, or one without a password) it
 * answers false after the same work, so that the time tells nothing.
 */
export async function verifyPassword(plain: string, hash: string | null): Promise<boolean> {
  decoy ??= password.hash('nobody', { algorithm: 'argon2id', ...ARGON2 })
  const against = hash ?? (await decoy)
  const matches = await bounded(() => password.verify(plain, against))
  return hash !== null && matches
}

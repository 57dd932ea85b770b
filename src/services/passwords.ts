import { password } from 'bun'

/** argon2id as OWASP's Password Storage Cheat Sheet sets it first: 19 MiB, two passes, one lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2 }

/** Each hash in progress holds its memory; more than these wait their turn. */
const MOST_AT_ONCE = 4

let running = 0
const waiting: (() => void)[] = []
let runs = 0

/** How many hashes have been computed; lets a test see that an unknown address costs the same as a known one. */
export const hashRuns = (): number => runs

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    runs++
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
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

import { password } from 'bun'
import { FairQueue, QueueBusy } from '../net/fair-queue'
import { networkKey } from '../net/network'
import { counted, gauge } from '../process/metrics'
import { inSpan } from '../tracing/spans'

/** argon2id with the first choice of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2 }

/** Each takes that memory. Others wait by turns of their networks: a sign-in ends within two seconds, or gets 503. */
const hashing = new FairQueue({ concurrency: 4, length: 200, waitMs: 1_500 })

const countHash = counted(
  {
    name: 'quad_password_hashes_total',
    help: 'Password hashes by outcome: `refused` with 503 because too many waited',
    label: 'outcome',
  },
  ['done', 'refused'],
)

const WAITING = 'Password hashes that run, and that wait for their turn'
gauge('quad_password_hashes', WAITING, () => hashing.load, 'state')

let runs = 0

/** How many hashes were computed: a test proves that an unknown email costs as much as a known one. */
export const hashRuns = (): number => runs

async function bounded<T>(ip: string | null, work: () => Promise<T>, isKnown = false): Promise<T> {
  const counted = () => {
    runs++
    countHash('done')
    return work()
  }
  const run = () => hashing.run(networkKey(ip ?? ''), counted, isKnown ? 'preferred' : 'ordinary')
  try {
    return await inSpan('hash a password', 'internal', {}, run)
  } catch (error) {
    if (error instanceof QueueBusy) countHash('refused')
    throw error
  }
}

/** @throws QueueBusy */
export const hashPassword = (plain: string, ip: string | null): Promise<string> =>
  bounded(ip, () => password.hash(plain, { algorithm: 'argon2id', ...ARGON2 }))

let decoy: Promise<string> | undefined

/**
 * Whether `plain` matches `hash`; without one, false after the same work and wait. Known browsers, and sessions, have
 * every second turn. @throws QueueBusy
 */
export async function verifyPassword(plain: string, hash: string | null, ip: string | null, isKnown = false) {
  decoy ??= password.hash('nobody', { algorithm: 'argon2id', ...ARGON2 })
  const against = hash ?? (await decoy)
  const matches = await bounded(ip, () => password.verify(plain, against), isKnown)
  return hash !== null && matches
}

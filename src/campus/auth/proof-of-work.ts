import { randomInt } from 'node:crypto'
import { config } from '../../config'
import { refuse } from '../../errors'
import { keyedHash } from '../../lib/crypto/keys'
import { consumeShare, hasShare, hourlyMail } from '../../lib/mail/budget'
import { securityLimiter } from '../../lib/net/security-limiter'
import { isValid } from '../../lib/process/clock'

// Whether a sign-up may cause a mail. While mail is scarce, its sender works for it: a computer for a second, which a
// person does not notice and a flood does (ALTCHA, https://altcha.org).

/** Which part of the sign-ups' mail a network gets: an address a third, or two thirds if it works for it. */
const FREE = 1 / 2
const SOLVED = 2

/** The load from which on everybody works. */
const SCARCE = 1 / 2

/** Loaded when mail is scarce for the first time. */
const altcha = async () => ({ ...(await import('altcha-lib')), ...(await import('altcha-lib/algorithms/pbkdf2')) })

const MINUTES = 10
const SPENT = { name: 'proof-of-work', max: 1, seconds: MINUTES * 60 }

/** Rounds of PBKDF2 in one attempt: half a millisecond of a computer, two of a phone. */
const ROUNDS = 5_000
/** Attempts that a solution takes at most; eight times as many when all mail is used up. */
const ATTEMPTS = 1_000

const signatureKeys = () => ({
  hmacSignatureSecret: keyedHash('proof-of-work', 'challenge'),
  hmacKeySignatureSecret: keyedHash('proof-of-work', 'solution'),
})

/**
 * Counts the mail of a sign-up. 429 `PROOF_OF_WORK_REQUIRED`, with a challenge, when half of the sign-ups' mail is used
 * up, or the network's part of it, unless `solution` solves an earlier challenge.
 * @throws MailLimit when nothing is left to work for
 */
export async function admitSignup(ip: string | null, solution: string | undefined): Promise<void> {
  if (!config.rateLimits) return
  if (solution !== undefined && (await redeemSolution(solution))) return consumeShare('signup', ip, SOLVED)
  const load = hourlyMail().load('signup')
  const isFree = load < SCARCE && hasShare('signup', ip, FREE)
  if (isFree || !hasShare('signup', ip, SOLVED)) return consumeShare('signup', ip, isFree ? FREE : SOLVED)
  refuse('PROOF_OF_WORK_REQUIRED', undefined, { meta: { challenge: await newChallenge(load) } })
}

/** Counts another mail of a sign-up that was admitted. */
export const admitSignupAgain = (ip: string | null): void => consumeShare('signup', ip, FREE)

/** A challenge of ALTCHA, version 2. Nothing of it is stored: its signature says that it is one of ours. */
async function newChallenge(load: number): Promise<object> {
  const { createChallenge, deriveKey } = await altcha()
  const most = Math.ceil(ATTEMPTS * 8 ** Math.max(0, (load - SCARCE) / (1 - SCARCE)))
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(Math.floor(most / 2), most),
    expiresAt: new Date(Date.now() + MINUTES * 60_000),
    deriveKey,
    ...signatureKeys(),
  })
}

/** Whether it solves a challenge of the last ten minutes. Each works once. */
async function redeemSolution(text: string): Promise<boolean> {
  try {
    const { verifySolution, deriveKey } = await altcha()
    const { challenge, solution } = JSON.parse(Buffer.from(text, 'base64').toString())
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...signatureKeys() })
    if (!verified || !isValid(challenge.parameters.expiresAt * 1000, MINUTES * 60_000)) return false
    return securityLimiter.consume(SPENT, challenge.signature).allowed
  } catch {
    // Whatever else was sent is no solution.
    return false
  }
}

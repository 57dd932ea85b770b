import { randomBytes } from 'node:crypto'
import type { AttemptAction } from './actions'

let dailyKey: { day: string; key: Buffer } | undefined

/**
 * Random, in memory only and replaced every day (UTC): when the day is over, nobody can tell whose address was hashed,
 * not even with the server's keys. A restart replaces it, too.
 */
function keyOfToday(): Buffer {
  const day = new Date().toISOString().slice(0, 10)
  if (dailyKey?.day !== day) dailyKey = { day, key: randomBytes(32) }
  return dailyKey.key
}

/**
 * Stands for what somebody without a session aimed at: the same address twenty times in a day can be seen, and nothing
 * else. Every action hashes differently: whoever makes a sign-in fail with somebody's address, to learn its hash, finds
 * nothing of the codes that this person asked for.
 */
export function subjectHash(action: AttemptAction, subject: string): string {
  return new Bun.CryptoHasher('sha256', keyOfToday()).update(`${action}\0${subject}`).digest('base64url')
}

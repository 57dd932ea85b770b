import { randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../config'

let secret: string | undefined

/** The server's secret: `SECRET`, or 32 random bytes kept in `DATA_DIR/secret` (0600) from the first start on. */
function serverSecret(): string {
  if (secret !== undefined) return secret
  secret = config.secret ?? secretFile()
  return secret
}

function secretFile(): string {
  const file = join(config.dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true })
    // `wx`: of two processes that start at once one writes, the other reads.
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

/** HMAC-SHA-256 in base64url, under a key of the server; `purpose` keeps uses apart. */
export function keyedHash(purpose: string, text: string): string {
  return new Bun.CryptoHasher('sha256', serverSecret()).update(`${purpose}\0${text}`).digest('base64url')
}

/** SHA-256 in base64url; for tokens that carry their own 256 bits of randomness. */
export function tokenHash(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('base64url')
}

/** An opaque token of 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether two strings are equal, in a time that does not tell where they differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

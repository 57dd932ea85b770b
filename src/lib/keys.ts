import { randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../config'

let secret: string | undefined

/** The server's secret: `SECRET`, or 32 random bytes that the first start writes to `DATA_DIR/secret` (0600). */
function serverSecret(): string {
  if (secret !== undefined) return secret
  secret = config.secret ?? secretFile()
  return secret
}

function secretFile(): string {
  const file = join(config.dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true })
    // `wx`: if two processes start at once, one writes and the other reads.
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

/** HMAC-SHA-256 with the server's secret, in base64url; each use has its own `purpose`. */
export function keyedHash(purpose: string, text: string): string {
  return new Bun.CryptoHasher('sha256', serverSecret()).update(`${purpose}\0${text}`).digest('base64url')
}

/** SHA-256 in base64url, for tokens with 256 random bits. */
export function tokenHash(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('base64url')
}

/** An opaque token of 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares in a time that does not reveal where the strings differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from '../../db/seed/context'

type Crypto = Record<'randomInt' | 'randomUUID' | 'randomBytes', unknown>

/**
 * Makes all that the server draws depend on the seed, and gives it a folder of its own. Call it before anything imports
 * the server: a module keeps the functions that it imported.
 */
export function arrange(seed: number) {
  const random = new Random(seed, 'server')
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => random.below(256)))
  const below = (bound: number) => (bound > 2 ** 32 ? Math.floor(random.fraction() * bound) : random.below(bound))
  const uuid = () => {
    const drawn = bytes(16)
    drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40
    drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80
    return drawn.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  const node = process.getBuiltinModule('node:crypto') as unknown as Crypto
  node.randomInt = (from: number, to?: number) => (to === undefined ? below(from) : from + below(to - from))
  node.randomUUID = uuid
  node.randomBytes = bytes
  Object.assign(crypto, {
    randomUUID: uuid,
    getRandomValues: (array: Uint8Array) => {
      new Uint8Array(array.buffer).set(bytes(array.byteLength))
      return array
    },
  })
  // In memory where that is possible: half of the time goes by waiting for the disk otherwise.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'quad-linking-'))
  Object.assign(process.env, {
    DATA_DIR: folder,
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    MAIL_PER_HOUR: '100000',
    NOTIFICATIONS: 'on',
  })
  return folder
}

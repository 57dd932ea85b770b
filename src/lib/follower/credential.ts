import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { packaged } from '../../packaged'
import { matchesStoredHash, storedHash } from '../keys'

const PURPOSE = 'follower'

/** What a follower proves itself to the primary with: both have the keys. */
export const followerToken = (): string => storedHash(PURPOSE, 'a request that it passes on')

export const isFollowerToken = (text: string): boolean =>
  matchesStoredHash(text, PURPOSE, 'a request that it passes on')

let id: string | undefined

/** The same for two processes with the same version, migrations and pages: what one answers fits the other. */
export function programId(): string {
  if (id !== undefined) return id
  const hash = new Bun.CryptoHasher('sha256').update(version)
  for (const name of readdirSync(packaged('migrations')).sort()) hash.update(`\0${name}`)
  hash.update('\0').update(readFileSync(join(packaged('web'), 'index.html')))
  id = hash.digest('base64url')
  return id
}

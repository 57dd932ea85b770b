import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { errorCode } from '../../../db/error-code'
import { version } from '../../../package.json'
import { atFirstUse } from '../../config/lazy'
import { packaged } from '../../packaged'
import { keyedHash, matchesStoredHash, storedHash } from '../crypto/keys'
import { after } from '../process/background'
import { COPY_WITHIN_MS } from './following'

/** What a follower says of a request to the primary. Without the token nobody believes the other. */
export const FOLLOWER_HEADERS = { token: 'quad-follower', client: 'quad-client' } as const

/** `target` is a path, and a query. The answer is as it came: no redirect is followed, and nothing is unpacked. */
export async function sendToPrimary(primary: string, target: string, init: RequestInit): Promise<Response> {
  const headers = withToken(target, init.headers)
  return fetch(`${primary}${target}`, { ...init, headers, redirect: 'manual', decompress: false })
}

export async function beginsWithin(ms: number, send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const ending = new AbortController()
  const forget = after(ms, 'waiting for the primary', () => ending.abort())
  try {
    return await send(ending.signal)
  } finally {
    forget()
  }
}

export function socketToPrimary(primary: string, target: string, init: Headers): WebSocket {
  // The types of browsers know no headers.
  const options = { headers: Object.fromEntries(withToken(target, init)) } as unknown as string[]
  return new WebSocket(`${primary.replace(/^http/, 'ws')}${target}`, options)
}

function withToken(target: string, init: RequestInit['headers']): Headers {
  // Of a request in HTTP/1.0 it is what the client wrote, and would go on with the name of the primary.
  if (!target.startsWith('/')) throw new Error('no path')
  const headers = new Headers(init)
  headers.set(FOLLOWER_HEADERS.token, storedHash(PURPOSE, PASSED_ON))
  return headers
}

/** What a follower proves itself to the primary with: both have the keys. */
const PURPOSE = 'follower'
const PASSED_ON = 'a request that it passes on'
export const isFollowerToken = (text: string): boolean => matchesStoredHash(text, PURPOSE, PASSED_ON)

/** The same for two processes with the same version, migrations and pages: what one answers fits the other. */
export const programId = atFirstUse(() => {
  const hash = new Bun.CryptoHasher('sha256').update(version)
  for (const name of readdirSync(packaged('migrations')).sort()) hash.update(`\0${name}`)
  hash.update('\0').update(readFileSync(join(packaged('web'), 'index.html')))
  return hash.digest('base64url')
})

const ANSWER_WITHIN_MS = 1000
const Answer = Type.Object({ commit: Type.Integer(), isAlike: Type.Boolean() })

export type End = { entries: number; head: string | null }

/** What hinders a follower, for its operator: `what` tells one cause from another. */
export type Hindrance = { what: string; text: string }

const STRANGER: Hindrance = {
  what: 'stranger',
  text: 'What answers at PRIMARY_URL does not know this process as its follower, and every request is refused. It has other keys, is no Quad that can be followed, or is a follower itself, such as this one.',
}

const FORMER: Hindrance = {
  what: 'former',
  text: 'What answers at PRIMARY_URL is the primary no more: another server has taken over. Lead PRIMARY_URL there, and make the copy anew (docs/operating.md#followers).',
}

const away = (what: string): Hindrance => ({
  what,
  text: `PRIMARY_URL does not lead to the primary, or it is away (${what}).`,
})

type Said = { answer?: Static<typeof Answer>; hindrance?: Hindrance }

/** Asks the primary what it has committed, and whether the copy is of its database. */
export async function askPrimary(primary: string, { entries, head }: End): Promise<Said> {
  const query = new URLSearchParams({ program: programId(), entries: String(entries), head: head ?? '' })
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  try {
    const response = await sendToPrimary(primary, `/replication?${query}`, { signal })
    const said: unknown = await response.json().catch(() => undefined)
    if (!Value.Check(Answer, said)) return { hindrance: refused(response, said) }
    // The date knows whole seconds.
    const then = Date.parse(response.headers.get('date') ?? '')
    const msAhead = Number.isNaN(then) ? 0 : Date.now() - then
    if (Math.abs(msAhead) <= COPY_WITHIN_MS) return { answer: said }
    const apart = `${Math.round(Math.abs(msAhead) / 1000)} s ${msAhead > 0 ? 'ahead of' : 'behind'}`
    const text = `The clock of this machine is ${apart} the primary's: every request is for the primary. Set it, for sessions and suspensions end by it.`
    return { answer: { ...said, isAlike: false }, hindrance: { what: 'clock', text } }
  } catch (error) {
    return { hindrance: away(errorCode(error) || 'no answer') }
  }
}

function refused({ status }: Response, said: unknown): Hindrance {
  if ((said as { code?: unknown } | undefined)?.code === 'NOT_PRIMARY') return FORMER
  return status < 500 ? STRANGER : away(`HTTP ${status}`)
}

// A browser carries the number of its last write's commit to any server. Masked, because it would count what everybody
// does.

const NONCE_BYTES = 9
const NONCE_LENGTH = 12

const masked = (number: number, nonce: string): number =>
  number ^ Buffer.from(keyedHash('last write', nonce).slice(0, 6), 'base64url').readInt32BE()

export function sealCommit(commit: number): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  return `${nonce}${masked(commit, nonce)}`
}

/** Whoever alters the text asks for another commit: then that is what the own reads wait for. */
export const openCommit = (text: string): number =>
  masked(Number(text.slice(NONCE_LENGTH)), text.slice(0, NONCE_LENGTH))

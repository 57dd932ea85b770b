import { randomBytes } from 'node:crypto'
import { keyedHash } from '../keys'

// A browser carries the number of the commit that has its last write to whichever server it asks next. Hidden, because
// the numbers would count what everybody does: each sealed one has a mask of its own.

const NONCE_BYTES = 9
const NONCE_LENGTH = 12

const masked = (number: number, nonce: string): number =>
  number ^ Buffer.from(keyedHash('last write', nonce).slice(0, 6), 'base64url').readInt32BE()

export function sealCommit(commit: number): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  return `${nonce}${masked(commit, nonce)}`
}

/** Whoever alters the text asks for another commit: then that is what the own reads wait for. */
export function openCommit(text: string): number {
  const nonce = text.slice(0, NONCE_LENGTH)
  return masked(Number(text.slice(NONCE_LENGTH)), nonce)
}

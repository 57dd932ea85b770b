import { keyedHash } from './keys'

/** What somebody put on a text, once at most: their own, which nobody else is shown. */
type Mark = { userId: string; targetId: string; createdAt: number }

/** The id of a vote or a bookmark, which is stored nowhere: a UUIDv8 (RFC 9562 §5.8), until another key is the current one. */
export function markId(kind: 'vote' | 'bookmark', { userId, targetId, createdAt }: Mark): string {
  const hash = keyedHash(`${kind} id`, `${userId}\0${targetId}\0${createdAt}`)
  const hex = Buffer.from(hash, 'base64url').toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

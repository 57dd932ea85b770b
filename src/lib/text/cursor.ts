import type { Static } from 'elysia'
import { refuseField } from '../../errors'
import { keyedHash, sameText } from '../crypto/keys'
import { minuteOf } from './coarse-time'
import { type cursoredPagination, paginate } from './schema'

/** Where a page of a list ended: the sort value and the id of its last item. */
export type Cursor = { value: string | number; id: string }

// Lists are sorted by exact times, of which readers may see the minute only. So a cursor hides the rest and is signed:
// with one of one's own making one could ask whether a post is older than any given time. The signature is the nonce,
// as in AES-SIV. A number is hidden whole: a score would tell what a banned account voted for.

const SIGNATURE_LENGTH = 22
const sign = ({ value, id }: Cursor): string =>
  keyedHash('cursor', JSON.stringify([value, id])).slice(0, SIGNATURE_LENGTH)

const mask = (signature: string): number =>
  Buffer.from(keyedHash('cursor milliseconds', signature).slice(0, 4), 'base64url').readUInt16BE()

/** A whole number of 48 bits hidden, or one that was hidden shown again. */
function masked(value: number, signature: string): number {
  const mask = Buffer.from(keyedHash('cursor number', signature), 'base64url').readUIntBE(0, 6)
  return Number(BigInt.asIntN(48, BigInt(value) ^ BigInt(mask)))
}

function withMilliseconds(minute: string, milliseconds: number): string {
  const text = String(milliseconds).padStart(5, '0')
  return `${minute.slice(0, 17)}${text.slice(0, 2)}.${text.slice(2)}Z`
}

export function cursorText(cursor: Cursor): string {
  const { value, id } = cursor
  const signature = sign(cursor)
  const fields =
    typeof value === 'string'
      ? [minuteOf(value), id, signature, Number(value.slice(17, 19) + value.slice(20, 23)) ^ mask(signature)]
      : [null, id, signature, masked(value, signature)]
  return Buffer.from(JSON.stringify(fields)).toString('base64url')
}

/** Refuses a text that no list has given. */
export function readCursor(text: string): Cursor {
  try {
    const [shown, id, signature, hidden] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (typeof id === 'string' && typeof signature === 'string' && typeof hidden === 'number') {
      const value =
        typeof shown === 'string' ? withMilliseconds(shown, hidden ^ mask(signature)) : masked(hidden, signature)
      if (sameText(signature, sign({ value, id }))) return { value, id }
    }
  } catch {
    // Falls through to the refusal.
  }
  return refuseField('cursor', 'fields.cursor')
}

const POSITION_LENGTH = 32

/** Where a list ended that has no values of its own: numbers, of rows that the reader must not count. Hidden whole. */
export function positionText(position: readonly number[]): string {
  const text = position.join().padEnd(POSITION_LENGTH)
  const signature = keyedHash('position', text).slice(0, SIGNATURE_LENGTH)
  return signature + maskedBy(signature, Buffer.from(text)).toString('base64url')
}

function maskedBy(signature: string, bytes: Buffer): Buffer {
  const stream = Buffer.from(keyedHash('position mask', signature), 'base64url')
  return Buffer.from(bytes.map((byte, at) => byte ^ (stream[at] ?? 0)))
}

/** Refuses a text that no list has given. */
export function readPosition(text: string): number[] {
  const signature = text.slice(0, SIGNATURE_LENGTH)
  const hidden = Buffer.from(text.slice(SIGNATURE_LENGTH), 'base64url')
  const plain = maskedBy(signature, hidden.subarray(0, POSITION_LENGTH)).toString()
  if (sameText(signature, keyedHash('position', plain).slice(0, SIGNATURE_LENGTH))) return plain.split(',').map(Number)
  return refuseField('cursor', 'fields.cursor')
}

export type CursoredMeta = Static<typeof cursoredPagination>
type Paging = { page: number; limit: number; cursor?: string | undefined }

/** `read` walks the rows of a list from an offset, or on from a cursor: one more than a page shows tells whether there is more. */
export function cursoredPage<Row extends Cursor>(
  { page, limit, cursor }: Paging,
  total: number,
  read: (span: { limit: number; offset: number }, after: Cursor | undefined) => readonly Row[],
): { rows: Row[]; meta: CursoredMeta } {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const offset = after === undefined ? (page - 1) * limit : 0
  const rows = offset < total ? read({ limit: limit + 1, offset }, after) : []
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const meta = { ...paginate(total, page, limit), ...(after === undefined ? {} : { hasMore: last !== undefined }) }
  return { rows: rows.slice(0, limit), meta: { ...meta, nextCursor: last ? cursorText(last) : null } }
}

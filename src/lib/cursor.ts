import type { Static } from 'elysia'
import { refuseField } from '../errors'
import { type cursoredPagination, paginate } from './schema'

/** Where a page of a list ended: the sort value and the id of its last item. */
export type Cursor = { value: string | number; id: string }

const cursorText = ({ value, id }: Cursor): string => Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Refuses a text that is no cursor. */
export function readCursor(text: string): Cursor {
  try {
    const [value, id, ...rest] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if ((typeof value === 'string' || typeof value === 'number') && typeof id === 'string' && rest.length === 0)
      return { value, id }
  } catch {
    // Falls through to the refusal.
  }
  return refuseField('cursor', 'fields.cursor')
}

/**
 * Which rows a page walks: from its offset, or on from a cursor; one more than it shows tells whether there is more.
 */
export function pageWindow(page: number, limit: number, after: Cursor | undefined) {
  const place: { afterValue?: string | number; afterId?: string } =
    after === undefined ? {} : { afterValue: after.value, afterId: after.id }
  return { place, limit: limit + 1, offset: after === undefined ? (page - 1) * limit : 0 }
}

export type CursoredMeta = Static<typeof cursoredPagination>

/** `meta` of a page; `last` is where it left off, where there is more. */
export function cursoredMeta(
  total: number,
  page: number,
  limit: number,
  after: Cursor | undefined,
  last: Cursor | undefined,
): CursoredMeta {
  const meta = { ...paginate(total, page, limit), ...(after === undefined ? {} : { hasMore: last !== undefined }) }
  return { ...meta, nextCursor: last ? cursorText(last) : null }
}

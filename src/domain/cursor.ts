import { refuseField } from '../errors'

/** Where a list was left: the sort value and the id of the last that was shown. */
export type Cursor = { value: string | number; id: string }

/** As the client gets it, to be handed back unread. */
export const cursorText = ({ value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** 400 on `cursor` for a text that no list has given. */
export function readCursor(text: string): Cursor {
  try {
    const [value, id, ...rest] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if ((typeof value === 'string' || typeof value === 'number') && typeof id === 'string' && rest.length === 0)
      return { value, id }
  } catch {
    // Falls through to the refusal.
  }
  return refuseField('cursor', 'Must be a cursor that a list has given')
}

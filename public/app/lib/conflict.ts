import type { Failure } from './api'

/** Replaces the message of a conflict, and attaches it to `field` if there is one. */
export async function conflictInWords<Success extends { success: true }>(
  request: Promise<Success | Failure>,
  words: string,
  field?: string,
): Promise<Success | Failure> {
  const answer = await request
  if (answer.success || answer.code !== 'CONFLICT') return answer
  return { ...answer, message: words, ...(field === undefined ? {} : { errors: [{ field, message: words }] }) }
}

/** A failure found before anything was sent, attached to its field. */
export const wrongAt = (field: string, message: string): Failure => ({
  success: false,
  code: 'VALIDATION_FAILED',
  message,
  errors: [{ field, message }],
})

import type { Failure } from './api'

/** The answer, with a conflict in the reader's language: at the field that it is about, where there is one. */
export async function conflictInWords<Success extends { success: true }>(
  request: Promise<Success | Failure>,
  words: string,
  field?: string,
): Promise<Success | Failure> {
  const answer = await request
  if (answer.success || answer.code !== 'CONFLICT') return answer
  return { ...answer, message: words, ...(field === undefined ? {} : { errors: [{ field, message: words }] }) }
}

/** What was found wrong before anything was sent, at its field. */
export const wrongAt = (field: string, message: string): Failure => ({
  success: false,
  code: 'VALIDATION_FAILED',
  message,
  errors: [{ field, message }],
})

import type { Answer } from './kit'

/** What a call throws that Quad refused, though it had to succeed. */
export class Refusal extends Error {
  constructor(readonly answer: Answer) {
    super(`refused by ${answer.status}: ${answer.text.slice(0, 500)}`)
  }
}

/** The answer to a call, also to one that throws where Quad refuses. */
export async function answerTo<Given>(call: Given | Promise<Given>): Promise<Given> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal) return error.answer as Given
    throw error
  }
}

/** Attribute to score, or to the lowest score that refuses a text. */
export type Scores = Readonly<Record<string, number>>

export type Question = { text: string; attributes: readonly string[]; model: string | undefined }

/** A request, and how to read the response to it. */
export type Asked = {
  body: unknown
  /** The score of each attribute. @throws InvalidResponse */
  scores(response: unknown): Scores
}

/** The provider's response lacks a score or has another form. */
export class InvalidResponse extends Error {
  override name = 'InvalidResponse'
}

type Json = { readonly [key: string]: unknown }

export function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidResponse('an object was expected')
  return value as Json
}

export function only(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) throw new InvalidResponse('exactly one result was expected')
  return value[0]
}

export function score(value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1))
    throw new InvalidResponse('a score from 0 to 1 was expected')
  return value
}

export const readScores = (attributes: readonly string[], read: (attribute: string) => unknown): Scores =>
  Object.fromEntries(attributes.map((attribute) => [attribute, score(read(attribute))]))

/** Attribute to score, or to the lowest score that refuses a text. */
export type Scores = Readonly<Record<string, number>>

/** The protocol of one kind of provider. */
type Scorer = {
  address(url: string, apiKey: string | undefined): string
  headers(apiKey: string | undefined): Record<string, string>
  request(text: string, attributes: readonly string[]): unknown
  /** The score of each attribute. @throws InvalidResponse */
  scores(response: unknown, attributes: readonly string[]): Scores
}

/** The provider's response lacks a score or has another form. */
export class InvalidResponse extends Error {
  override name = 'InvalidResponse'
}

type Json = { readonly [key: string]: unknown }

function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidResponse('an object was expected')
  return value as Json
}

function only(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) throw new InvalidResponse('exactly one result was expected')
  return value[0]
}

function score(value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1))
    throw new InvalidResponse('a score from 0 to 1 was expected')
  return value
}

const readScores = (attributes: readonly string[], read: (attribute: string) => unknown): Scores =>
  Object.fromEntries(attributes.map((attribute) => [attribute, score(read(attribute))]))

/** A provider that flags a category with a lower score contradicts itself. */
const MIN_FLAGGED_SCORE = 0.01

/** https://platform.openai.com/docs/api-reference/moderations */
const openai: Scorer = {
  address: (url) => url,
  headers: (apiKey): Record<string, string> => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  request: (text) => ({ model: 'omni-moderation-latest', input: text }),
  scores(response, attributes) {
    const result = object(only(object(response).results))
    const values = object(result.category_scores)
    const flags = object(result.categories)
    if (typeof result.flagged !== 'boolean') throw new InvalidResponse('a verdict was expected')
    for (const [category, flag] of Object.entries(flags))
      if (flag === true && score(values[category]) < MIN_FLAGGED_SCORE)
        throw new InvalidResponse('flags and scores disagree')
    return readScores(attributes, (attribute) => values[attribute])
  },
}

/** https://developers.perspectiveapi.com/s/about-the-api-methods. The key is a query parameter. */
const perspective: Scorer = {
  address(url, apiKey) {
    const address = new URL(url)
    if (apiKey !== undefined) address.searchParams.set('key', apiKey)
    return address.href
  },
  headers: () => ({}),
  request: (text, attributes) => ({
    comment: { text, type: 'PLAIN_TEXT' },
    // Without it the service guesses, and refuses short texts.
    languages: ['en'],
    requestedAttributes: Object.fromEntries(attributes.map((attribute) => [attribute, {}])),
    doNotStore: true,
  }),
  scores(response, attributes) {
    const values = object(object(response).attributeScores)
    return readScores(attributes, (attribute) => object(object(values[attribute]).summaryScore).value)
  },
}

export const SCORERS = { openai, perspective }

/** Attribute to score, or to the score from which on a text is refused. */
export type Scores = Readonly<Record<string, number>>

/** How one kind of provider is asked, and how its answer is read. */
type Scorer = {
  address(url: string, apiKey: string | undefined): string
  headers(apiKey: string | undefined): Record<string, string>
  question(text: string, attributes: readonly string[]): unknown
  /** The score of each attribute. @throws Unreadable */
  scores(answer: unknown, attributes: readonly string[]): Scores
}

/** An answer that does not say what it was asked, or not in the form agreed on. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

type Json = { readonly [key: string]: unknown }

function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unreadable('an object was expected')
  return value as Json
}

function only(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) throw new Unreadable('exactly one result was expected')
  return value[0]
}

function score(value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) throw new Unreadable('a score from 0 to 1 was expected')
  return value
}

const scored = (attributes: readonly string[], read: (attribute: string) => unknown): Scores =>
  Object.fromEntries(attributes.map((attribute) => [attribute, score(read(attribute))]))

/** Below this a provider that flags a category contradicts itself. */
const NEXT_TO_NOTHING = 0.01

/** https://platform.openai.com/docs/api-reference/moderations */
const openai: Scorer = {
  address: (url) => url,
  headers: (apiKey): Record<string, string> => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  question: (text) => ({ model: 'omni-moderation-latest', input: text }),
  scores(answer, attributes) {
    const result = object(only(object(answer).results))
    const values = object(result.category_scores)
    const flags = object(result.categories)
    if (typeof result.flagged !== 'boolean') throw new Unreadable('a verdict was expected')
    for (const [category, flag] of Object.entries(flags))
      if (flag === true && score(values[category]) < NEXT_TO_NOTHING) throw new Unreadable('flags and scores disagree')
    return scored(attributes, (attribute) => values[attribute])
  },
}

/** https://developers.perspectiveapi.com/s/about-the-api-methods; the key goes where that API wants it. */
const perspective: Scorer = {
  address(url, apiKey) {
    const address = new URL(url)
    if (apiKey !== undefined) address.searchParams.set('key', apiKey)
    return address.href
  },
  headers: () => ({}),
  question: (text, attributes) => ({
    comment: { text, type: 'PLAIN_TEXT' },
    // Named, because short texts are refused where the service has to guess.
    languages: ['en'],
    requestedAttributes: Object.fromEntries(attributes.map((attribute) => [attribute, {}])),
    doNotStore: true,
  }),
  scores(answer, attributes) {
    const values = object(object(answer).attributeScores)
    return scored(attributes, (attribute) => object(object(values[attribute]).summaryScore).value)
  },
}

export const SCORERS = { openai, perspective }

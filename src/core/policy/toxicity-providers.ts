import { askModel } from './toxicity-chat'
import { type Asked, InvalidResponse, object, only, type Question, readScores, score } from './toxicity-response'

/** The protocol of one kind of provider. */
type Scorer = {
  address(url: string, apiKey: string | undefined): string
  headers(apiKey: string | undefined): Record<string, string>
  ask(question: Question): Asked
}

/** A provider that flags a category with a lower score contradicts itself. */
const MIN_FLAGGED_SCORE = 0.01

/** https://platform.openai.com/docs/api-reference/moderations */
const openai: Scorer = {
  address: (url) => url,
  headers: (apiKey): Record<string, string> => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  ask: ({ text, attributes, model = 'omni-moderation-latest' }) => ({
    body: { model, input: text },
    scores(response) {
      const result = object(only(object(response).results))
      const values = object(result.category_scores)
      const flags = object(result.categories)
      if (typeof result.flagged !== 'boolean') throw new InvalidResponse('a verdict was expected')
      for (const [category, flag] of Object.entries(flags))
        if (flag === true && score(values[category]) < MIN_FLAGGED_SCORE)
          throw new InvalidResponse('flags and scores disagree')
      return readScores(attributes, (attribute) => values[attribute])
    },
  }),
}

/** https://developers.perspectiveapi.com/s/about-the-api-methods. The key is a query parameter. */
const perspective: Scorer = {
  address(url, apiKey) {
    const address = new URL(url)
    if (apiKey !== undefined) address.searchParams.set('key', apiKey)
    return address.href
  },
  headers: () => ({}),
  ask: ({ text, attributes }) => ({
    body: {
      comment: { text, type: 'PLAIN_TEXT' },
      // Without it the service guesses, and refuses short texts.
      languages: ['en'],
      requestedAttributes: Object.fromEntries(attributes.map((attribute) => [attribute, {}])),
      doNotStore: true,
    },
    scores(response) {
      const values = object(object(response).attributeScores)
      return readScores(attributes, (attribute) => object(object(values[attribute]).summaryScore).value)
    },
  }),
}

const chat: Scorer = { address: openai.address, headers: openai.headers, ask: askModel }

export const SCORERS = { openai, perspective, chat }

/** What texts are offered in besides as they are; where somebody takes both alike, the first, which is smaller. */
const CODINGS = ['br', 'gzip'] as const

export type Coding = (typeof CODINGS)[number]

/**
 * The coding that a text goes out in (RFC 9110 §12.5.3): the one that weighs most of those that are accepted, undefined
 * where none is or where the text as it is weighs more. A client that says nothing gets the text as it is.
 */
export function codingFor(acceptEncoding: string | null): Coding | undefined {
  const weights = weightsIn(acceptEncoding ?? '')
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = CODINGS.reduce((first, second) => (weightOf(second) > weightOf(first) ? second : first))
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

function weightsIn(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const each of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    // What is no weight counts for a refusal: the text as it is can always be read.
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight) || 0)
  }
  return weights
}

/** The first one is smaller, and wins if a client accepts both alike. */
const CODINGS = ['br', 'gzip'] as const

export type Coding = (typeof CODINGS)[number]

/**
 * The accepted coding with the highest weight (RFC 9110 §12.5.3); undefined for the uncompressed text, if no coding is
 * accepted, `identity` weighs more, or the header is missing.
 */
export function codingFor(acceptEncoding: string | null): Coding | undefined {
  const weights = weightsIn(acceptEncoding ?? '')
  const weight = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = CODINGS.reduce((first, second) => (weight(second) > weight(first) ? second : first))
  return weight(best) > 0 && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

function weightsIn(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const each of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    // A malformed weight counts as a refusal: every client can read the uncompressed text.
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight) || 0)
  }
  return weights
}

/** The tag of a representation: its hash. */
export const tagOf = (body: string): string => `"${Bun.hash(body).toString(36)}"`

/**
 * Whether the client holds the representation of that tag already. Compared weakly: a proxy that compresses marks the
 * tag as weak (RFC 9110 §13.1.2).
 */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  return known.some((each) => strong(each.trim()) === strong(etag))
}

const strong = (tag: string): string => tag.replace(/^W\//, '')

/** The ETag of a body: its hash. */
export const makeEtag = (body: string): string => `"${Bun.hash(body).toString(36)}"`

/** Whether the client has this version already. A proxy that compresses makes the tag weak (RFC 9110 §13.1.2). */
export function matchesEtag(request: Request, etag: string): boolean {
  const etags = request.headers.get('if-none-match')?.split(',') ?? []
  return etags.some((each) => strong(each.trim()) === strong(etag))
}

const strong = (tag: string): string => tag.replace(/^W\//, '')

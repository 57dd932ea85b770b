import type { College, CollegeRequest } from './colleges'

/** The college that an approval assigns if none is chosen; undefined if it creates one. */
export function matchingCollege(
  { resolvedCollegeId, emailDomain }: Pick<CollegeRequest, 'resolvedCollegeId' | 'emailDomain'>,
  colleges: readonly College[],
): College | undefined {
  return (
    colleges.find(({ id }) => id === resolvedCollegeId) ?? colleges.find((each) => each.emailDomain === emailDomain)
  )
}

/** Colleges whose name, domain or place contains the query. */
export function filterColleges(words: string, colleges: readonly College[]): College[] {
  const query = words.trim().toLowerCase()
  return colleges.filter(({ name, emailDomain, city, state }) =>
    [name, emailDomain, city, state].some((each) => each.toLowerCase().includes(query)),
  )
}

/** The image types that the server takes: it decodes no AVIF, and an SVG may hold a script. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

const UPLOAD = /^\/uploads\/[0-9a-f]{64}\.\w+$/

/** The path of a picture on this server. Pages show no others, because their host would learn who reads them. */
export function ownPicture(profile: string | null): string | undefined {
  const path = profile === null ? undefined : URL.parse(profile, 'http://quad')?.pathname
  return path !== undefined && UPLOAD.test(path) ? path : undefined
}

/** A file as a data URL: the content security policy allows no other preview. */
export function readAsDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}

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

/** The path of a picture that this Quad keeps itself: pages show no others, so that nobody else learns of the visit. */
export function picturePath(url: string | null, origin: string): string | undefined {
  const whole = url === null ? null : URL.parse(url, origin)
  return whole?.origin === origin ? whole.pathname : undefined
}

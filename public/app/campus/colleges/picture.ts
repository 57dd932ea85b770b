/** The path of a picture on this server. Pages show no others, because their host would learn of the visit. */
export function picturePath(url: string | null, origin: string): string | undefined {
  const whole = url === null ? null : URL.parse(url, origin)
  return whole?.origin === origin ? whole.pathname : undefined
}

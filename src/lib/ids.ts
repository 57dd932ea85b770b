/** What every UUIDv7 of that millisecond or later is not below: 48 bits of time come first (RFC 9562 §5.7). */
export function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

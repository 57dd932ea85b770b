/** Base64url without padding (RFC 4648 §5). */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** Of an account; browsers encrypt only under https and on loopback. */
export const importKey = async (draftKey: string): Promise<CryptoKey | undefined> =>
  globalThis.crypto?.subtle?.importKey('raw', fromBase64(draftKey), 'AES-GCM', false, ['encrypt', 'decrypt'])

export type Sealed = { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }

export async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return { iv, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
}

type Stored = { iv: BufferSource; sealed: BufferSource }

/** Throws where it was sealed under another key. */
export async function unseal<Value>(key: CryptoKey, { iv, sealed }: Stored): Promise<Value> {
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed)
  return JSON.parse(new TextDecoder().decode(bytes))
}

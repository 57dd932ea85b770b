import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** What a service that pushes got, and what the browser reads of it. */
export type Pushed = {
  headers: Headers
  text: string
  bytes: number
  json: { title: string; body?: string; url: string }
}

/** A browser's side: its keys, and what opens a push (RFC 8291, section 3). */
export class PushedBrowser {
  readonly #ecdh = createECDH('prime256v1')
  readonly #auth: Buffer
  readonly keys: { p256dh: string; auth: string }
  constructor(privateKey?: Buffer, auth: Buffer = randomBytes(16)) {
    if (privateKey === undefined) this.#ecdh.generateKeys()
    else this.#ecdh.setPrivateKey(privateKey)
    this.#auth = auth
    this.keys = { p256dh: this.#ecdh.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
  }

  /** What the browser sends of itself. */
  subscriptionAt(endpoint: string): { endpoint: string; keys: { p256dh: string; auth: string } } {
    return { endpoint, keys: this.keys }
  }

  open(body: Uint8Array) {
    const bytes = Buffer.from(body)
    const [salt, length] = [bytes.subarray(0, 16), bytes[20] ?? 0]
    const sender = bytes.subarray(21, 21 + length)
    const record = bytes.subarray(21 + length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), sender])
    const secret = hkdfSync('sha256', this.#ecdh.computeSecret(sender), this.#auth, info, 32)
    const part = (name: string, size: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), size))
    const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
    decipher.setAuthTag(record.subarray(-16))
    const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }
}

/** Whether the header is signed by the key that it names (RFC 8292), for this origin. */
export function vapidHolds(header: string, origin: string) {
  const { token = '', key = '' } = /^vapid t=(?<token>[^,]+), k=(?<key>[\w-]+)$/.exec(header)?.groups ?? {}
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
  return isSigned && aud === origin && /^(https?|mailto):/.test(sub) && exp * 1_000 - Date.now() < 86_400_000
}

/** A service that pushes, on this machine, with one browser behind it. */
export class PushService extends PushedBrowser implements AsyncDisposable {
  readonly pushed: Pushed[] = []
  answer = (): Response => new Response(null, { status: 201 })
  readonly #server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const body = await request.bytes()
      const text = this.open(body)
      this.pushed.push({ headers: request.headers, text, bytes: body.length, json: JSON.parse(text) })
      return this.answer()
    },
  })
  readonly origin = `http://127.0.0.1:${this.#server.port}`

  get subscription() {
    return this.subscriptionAt(`${this.origin}/push/abc`)
  }

  take(): Pushed[] {
    return this.pushed.splice(0)
  }

  [Symbol.asyncDispose]() {
    return this.#server.stop(true)
  }
}

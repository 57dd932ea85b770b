// Browsers, Node and Bun have these, and declare them each in their own way; a program without such declarations gets
// what Quad needs of them.

/** `Response` of the platform. */
export type PlatformResponse = typeof globalThis extends { Response: { prototype: infer Type } }
  ? Type
  : {
      readonly status: number
      readonly ok: boolean
      readonly headers: { get(name: string): string | null }
      json(): Promise<unknown>
      text(): Promise<string>
    }

/** The second parameter of `fetch`. */
export type RequestOptions = typeof globalThis extends { fetch: (input: never, options?: infer Options) => unknown }
  ? NonNullable<Options>
  : { method?: string; headers?: Record<string, string>; body?: unknown; signal?: unknown }

export type Fetch = (url: string, options?: RequestOptions) => Promise<PlatformResponse>

/** What Quad needs of a WebSocket. */
export type Socket = { onmessage: unknown; onclose: unknown; onerror: unknown; send(text: string): void; close(): void }

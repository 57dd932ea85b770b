import { after } from '../background'
import { followerToken } from './credential'

/** What a follower says of a request to the primary. Without the token nobody believes the other. */
export const FOLLOWER_HEADERS = { token: 'quad-follower', client: 'quad-client' } as const

/**
 * Sends a request to the primary. `target` is a path, and a query. The answer is as it came: no redirect is followed, and
 * nothing is unpacked.
 */
export async function sendToPrimary(primary: string, target: string, init: RequestInit): Promise<Response> {
  const headers = withToken(target, init.headers)
  return fetch(`${primary}${target}`, { ...init, headers, redirect: 'manual', decompress: false })
}

/** Ends a request whose answer does not begin in time. */
export async function beginsWithin(ms: number, send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const ending = new AbortController()
  const forget = after(ms, 'waiting for the primary', () => ending.abort())
  try {
    return await send(ending.signal)
  } finally {
    forget()
  }
}

/** Opens a socket to the primary. */
export function socketToPrimary(primary: string, target: string, init: Headers): WebSocket {
  const headers = Object.fromEntries(withToken(target, init))
  // The types of browsers know no headers.
  const options = { headers } as unknown as string[]
  return new WebSocket(`${primary.replace(/^http/, 'ws')}${target}`, options)
}

function withToken(target: string, init: RequestInit['headers']): Headers {
  // Of a request in HTTP/1.0 it is what the client wrote, and would go on with the name of the primary.
  if (!target.startsWith('/')) throw new Error('no path')
  const headers = new Headers(init)
  headers.set(FOLLOWER_HEADERS.token, followerToken())
  return headers
}

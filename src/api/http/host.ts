import { Elysia } from 'elysia'
import { config } from '../../config'
import { isLoopbackHost } from '../../config/parse'
import { refuse } from '../../errors'

const names = new Set([config.publicUrl, ...config.corsOrigins].map((origin) => new URL(origin).hostname))

/**
 * Whether the request names this server: a page of a foreign name whose DNS entry points here would be of the same
 * origin (DNS rebinding). The port does not matter for that, and some proxies drop it. A trial on one machine has several
 * loopback names. Browsers always send `Host`.
 */
export function isOwnHost({ headers }: Request): boolean {
  const host = headers.get('host')
  if (host === null) return true
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return names.has(name) || (config.loopback && isLoopbackHost(name))
}

/** Probes and monitoring come by the address of the container. */
const PROBES = /^https?:\/\/[^/]+\/(healthz|readyz|metrics)$/

/** 421 `MISDIRECTED_REQUEST` for a `Host` that is neither that of `PUBLIC_URL` nor of a trusted origin. */
export const ownHost = new Elysia({ name: 'own-host' }).onRequest(({ request }) => {
  if (!isOwnHost(request) && !PROBES.test(request.url)) refuse('MISDIRECTED_REQUEST')
})

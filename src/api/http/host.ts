import { Elysia } from 'elysia'
import { config } from '../../config'
import { isLoopbackHost } from '../../config/parse'
import { refuse } from '../../errors'
import { requestContext } from './request'

const names = new Set([config.publicUrl, ...config.corsOrigins].map((origin) => new URL(origin).hostname))

/**
 * Whether the request names this server: a page of a foreign name whose DNS entry points here would be of the same
 * origin (DNS rebinding). The port does not matter for that, and some proxies drop it. Whoever is on this machine may use
 * its loopback names, but not through a proxy, which may have put one in place of the name that the page used. Browsers
 * always send `Host`.
 */
export function isOwnHost(request: Request): boolean {
  const host = request.headers.get('host')
  if (host === null) return true
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return names.has(name) || (isLoopbackHost(name) && (config.loopback || isFromThisMachine(request)))
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']

const isFromThisMachine = (request: Request): boolean =>
  isLoopbackHost(requestContext(request).ip) && !FORWARDED.some((name) => request.headers.has(name))

/** Probes, monitoring and followers come by the address of the machine. */
const PROBES = /^https?:\/\/[^/]+\/(healthz|readyz|up|metrics|replication)(?:\?|$)/

/** 421 `MISDIRECTED_REQUEST` for a `Host` that is neither that of `PUBLIC_URL` nor of a trusted origin. */
export const ownHost = new Elysia({ name: 'own-host' }).onRequest(({ request }) => {
  if (!isOwnHost(request) && !PROBES.test(request.url)) refuse('MISDIRECTED_REQUEST')
})

import { errorCode } from '../../db/error-code'
import { app } from '../app'
import { config } from '../config'
import { closePassedSockets } from '../lib/follower/socket'
import { closeAllSockets } from '../lib/net/sockets/hub'
import { within } from '../lib/process/background'
import { setReady } from '../lib/process/readiness'

/** The server cannot start; the message is for the operator. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** Returns the URL. @throws CannotStart, or an error of the system */
export function listen(): string {
  const { host, port } = config
  try {
    // Elysia's default shares the port: a second Quad would take half of the requests.
    app.listen({ hostname: host, port, reusePort: false, development: false })
  } catch (error) {
    const advice = ADVICE[errorCode(error)]?.(host, port)
    throw advice === undefined ? error : new CannotStart(advice)
  }
  return `http://${host.includes(':') ? `[${host}]` : host}:${app.server?.port ?? port}`
}

/** Accepts no new requests, gives running ones some time, and cuts off those that need more. */
export async function drain(ms: number): Promise<void> {
  setReady(false)
  closeAllSockets()
  closePassedSockets()
  app.server?.closeIdleConnections()
  await within(ms, app.stop())
  if (app.server) await app.stop(true)
}

/** What the operator can do about an error of the system. */
const ADVICE: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} of ${host} is in use by another program. Stop that one, or set PORT to another number.`,
  EACCES: (_, port) => `Port ${port} may be opened by the system's administrator only. Set PORT to 1024 or higher.`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine. Set HOST to one, or to 0.0.0.0 for all of them.`,
}

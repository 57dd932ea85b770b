import { config } from '../config'

/** Where the server of this configuration responds to this machine. */
export function serverAddress(): { host: string; origin: string } {
  const everywhere = ['0.0.0.0', '::', '[::]'].includes(config.host)
  const host = everywhere ? '127.0.0.1' : config.host.includes(':') ? `[${config.host}]` : config.host
  return { host, origin: `http://${host}:${config.port}` }
}

import { defineCommand } from 'citty'
import { config } from '../config'
import { type Answer, CommandFailed } from './run'

const TIMEOUT_MS = 4_000

export const healthcheck = defineCommand({
  async run(): Promise<Answer> {
    const { host, origin } = serverAddress()
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
    if (!response) throw new CommandFailed(`Nothing responds on port ${config.port} of ${host}.`)
    if (!response.ok) throw new CommandFailed(`The server is not ready (${response.status}).`)
    return { data: { status: 'ready' }, text: 'ready' }
  },
})

/** Where the server of this configuration responds to this machine. */
export function serverAddress(): { host: string; origin: string } {
  const everywhere = ['0.0.0.0', '::', '[::]'].includes(config.host)
  const host = everywhere ? '127.0.0.1' : config.host.includes(':') ? `[${config.host}]` : config.host
  return { host, origin: `http://${host}:${config.port}` }
}

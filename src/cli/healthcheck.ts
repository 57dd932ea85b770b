import { defineCommand } from 'citty'
import { config } from '../config'
import { CommandFailed } from './run'

const TIMEOUT_MS = 4_000

export const healthcheck = defineCommand({
  meta: { name: 'healthcheck', description: 'Asks the server on this machine whether it is ready', hidden: true },
  async run() {
    const everywhere = ['0.0.0.0', '::', '[::]'].includes(config.host)
    const host = everywhere ? '127.0.0.1' : config.host.includes(':') ? `[${config.host}]` : config.host
    const response = await fetch(`http://${host}:${config.port}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined)
    if (!response) throw new CommandFailed(`Nothing responds on port ${config.port} of ${host}.`)
    if (!response.ok) throw new CommandFailed(`The server is not ready (${response.status}).`)
    console.log('ready')
  },
})

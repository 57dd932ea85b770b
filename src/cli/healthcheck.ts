import { defineCommand } from 'citty'
import { CommandFailed } from './run'

const PATIENCE_MS = 4_000

export const healthcheck = defineCommand({
  meta: { name: 'healthcheck', description: 'Asks the server on this machine whether it is ready', hidden: true },
  async run() {
    const { config } = await import('../config')
    const everywhere = ['0.0.0.0', '::', '[::]'].includes(config.host)
    const host = everywhere ? '127.0.0.1' : config.host.includes(':') ? `[${config.host}]` : config.host
    const answer = await fetch(`http://${host}:${config.port}/readyz`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => undefined)
    if (!answer) throw new CommandFailed(`Nothing answers on port ${config.port} of ${host}.`)
    if (!answer.ok) throw new CommandFailed(`The server is not ready (${answer.status}).`)
    console.log('ready')
  },
})

import { defineCommand } from 'citty'
import { config } from '../config'
import { type Answer, CommandFailed } from './run'
import { serverAddress } from './server-address'

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

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isUp, until } from '../support/until'
import { removeAtEnd } from './leftovers'
import { checkout } from './server'

// Caddy as it stands before Quad, with the block that `deploy/compose.yaml` has for it.

/** `CADDY=` names another one than the system's. */
export const caddy = process.env.CADDY ?? Bun.which('caddy') ?? undefined

type Compose = { configs: { caddyfile: { content: string } } }

/** The directives for Quad, of the file that ships. */
function reverseProxy() {
  const { configs } = Bun.YAML.parse(readFileSync(join(checkout, 'deploy/compose.yaml'), 'utf8')) as Compose
  const [, block] = /reverse_proxy quad:3000 (\{.*?\n {4}\})/s.exec(configs.caddyfile.content) ?? []
  if (block === undefined) throw new Error('deploy/compose.yaml has no block for Quad')
  return block
}

export type Proxy = AsyncDisposable & {
  /** Why it could not pass requests on, a line for each. */
  faults(): string[]
}

/** Starts Caddy on a port of loopback, before a Quad on another one. */
export async function startCaddy(folder: string, port: number, quadPort: number): Promise<Proxy> {
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{\n\tadmin off\n}\nhttp://:${port} {\n\tbind 127.0.0.1\n\treverse_proxy 127.0.0.1:${quadPort} ${reverseProxy()}\n}\n`,
  )
  const output = join(folder, 'caddy.log')
  const child = Bun.spawn([caddy ?? 'caddy', 'run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'ignore', Bun.file(output)],
  })
  const hasEnded = removeAtEnd(() => child.kill('SIGKILL'))
  const said = () => readFileSync(output, 'utf8')
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`Caddy ended: ${said()}`)
    return isUp(`http://127.0.0.1:${port}/up`)
  }
  await until(answers, 'the start of Caddy')
  return {
    faults: () =>
      said()
        .split('\n')
        .filter((line) => line.includes('"level":"error"')),
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
      hasEnded()
    },
  }
}

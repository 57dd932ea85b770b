import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHROMIUM, hasBrowser } from '../support/chromium'
import { effortLine, walkToFirstPost } from '../support/first-post'
import { until } from '../support/until'
import type { Image } from './image'
import { bind, type Check, mountVolume, OWN_NETWORK, spawnIn, unmountVolume } from './inside'

const ORIGIN = 'https://localhost'
/** What an operator types to start it, without a domain. */
const COMMANDS = ['docker compose up --build --detach', 'docker compose logs quad']
const NEEDED = ['caddy', 'nsenter', 'ip']

type Compose = {
  services: { quad: { environment: Record<string, unknown> } }
  configs: { caddyfile: { content: string } }
}

/** As compose reads it where nothing is in `.env`. */
function readCompose(): Compose {
  const text = readFileSync(join(import.meta.dir, '../../deploy/compose.yaml'), 'utf8')
  return Bun.YAML.parse(text.replace(/\$\{\w+:-(\w+)\}/g, '$1')) as Compose
}

/**
 * Both services of deploy/compose.yaml, with its environment and its Caddyfile, in a network of their own, and somebody who
 * goes from the first command to a student's first post.
 */
export async function checkCompose(folder: string, image: Image, check: Check) {
  const missing = NEEDED.filter((name) => Bun.which(name) === null)
  if (missing.length > 0 || !hasBrowser)
    return console.log(
      `== SKIPPED: deploy/compose.yaml was not tried, for there is no ${[...missing, 'browser'][0]} ==`,
    )
  const { services, configs } = readCompose()
  const environment = Object.fromEntries(
    Object.entries(services.quad.environment).map(([name, value]) => [name, `${value}`]),
  )
  const data = mountVolume(join(folder, 'compose'), image.rootfs, 'data')
  // The name of the service, which Docker's own resolver knows.
  const hosts = join(folder, 'hosts')
  writeFileSync(hosts, '127.0.0.1 localhost quad\n')
  bind(hosts, '/etc/hosts')

  const began = performance.now()
  const quad = spawnIn(image, image.config.Cmd, environment, OWN_NETWORK)
  let log = ''
  const read = (async () => {
    for await (const chunk of quad.stdout) log += new TextDecoder().decode(chunk)
  })()
  const link = () => /https:\/\/[^\s"\\]+\/setup#[^\s"\\]+/.exec(log)?.[0]
  await until(() => quad.exitCode !== null || link() !== undefined, 'the link to set it up')
  const inNetwork = [Bun.which('nsenter') ?? 'nsenter', `--net=/proc/${quad.pid}/ns/net`]
  const caddy = startCaddy(folder, configs.caddyfile.content, inNetwork)
  await until(async () => caddy.exitCode !== null || (await answers(inNetwork)), 'Caddy serves Quad')
  const servedIn = performance.now() - began
  const browser = join(folder, 'browser')
  writeFileSync(browser, `#!/bin/sh\nexec ${inNetwork.join(' ')} ${CHROMIUM} "$@"\n`)
  chmodSync(browser, 0o755)
  const path = await walkToFirstPost({ setUpLink: link() ?? '', dataDir: data, executable: browser })
  check(
    true,
    'deploy/compose.yaml leads to a first post',
    `served after ${Math.round(servedIn)} ms; ${effortLine(COMMANDS, path)}`,
  )
  for (const child of [caddy, quad]) {
    child.kill('SIGTERM')
    await child.exited
  }
  await read
  unmountVolume(image.rootfs, 'data')
}

/** On the ports 80 and 443, with a certificate of its own. Nothing trusts that: it finds no program to say so. */
function startCaddy(folder: string, caddyfile: string, inNetwork: string[]) {
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, caddyfile)
  const home = join(folder, 'caddy')
  const command = [...inNetwork, Bun.which('caddy') ?? 'caddy', 'run', '--adapter', 'caddyfile', '--config', file]
  return Bun.spawn(command, {
    env: { PATH: '/nonexistent', HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
}

async function answers(inNetwork: string[]) {
  const asked = `process.exit((await fetch('${ORIGIN}/readyz', { tls: { rejectUnauthorized: false } })).ok ? 0 : 1)`
  const child = Bun.spawn([...inNetwork, process.execPath, '-e', asked], { stdio: ['ignore', 'ignore', 'ignore'] })
  return (await child.exited) === 0
}

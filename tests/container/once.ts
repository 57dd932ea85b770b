import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/until'
import type { Image } from './image'
import { type Check, mountVolume, OWN_NETWORK, QUAD, spawnIn, unmountVolume } from './inside'

const VOLUME = 'storage'
const HOST = 'quad.campus.edu'

/** What ONCE gives to a container, and what its operator adds. */
const VARIABLES = {
  SECRET_KEY_BASE: '0123456789abcdef'.repeat(4),
  VAPID_PUBLIC_KEY: 'unused',
  VAPID_PRIVATE_KEY: 'unused',
  NUM_CPUS: '2',
  SMTP_ADDRESS: 'smtp.campus.edu',
  SMTP_PORT: '587',
  SMTP_USERNAME: 'quad',
  SMTP_PASSWORD: 'a password',
  MAILER_FROM_ADDRESS: `quad@${HOST}`,
  PUBLIC_URL: `https://${HOST}`,
  LOG_FORMAT: 'json',
}

type Ran = { status: number; said: string }

/** Runs the image as ONCE does: its volume at /storage, port 80, its variables, its hooks. See docs/operating.md#under-once. */
export async function checkOnce(folder: string, image: Image, check: Check) {
  const { rootfs, config } = image
  const data = mountVolume(join(folder, 'once'), rootfs, VOLUME)
  const first = await start(image, check)
  check(first.status === 200, 'under ONCE it answers `/up` on port 80, whatever the host is called', `${first.status}`)
  check(existsSync(join(data, 'quad.db')), 'its data is in /storage')
  const variables = JSON.parse((await run(image, first.pid, [QUAD, 'config', '--json'])).said).variables
  const sources = ['SMTP_URL', 'MAIL_FROM'].map(
    (name) => variables.find((each: { name: string }) => each.name === name).source,
  )
  check(sources.join() === 'SMTP_ADDRESS,MAILER_FROM_ADDRESS', 'the mail server is that of ONCE', sources.join(', '))

  const college = 'college add --name Campus --domain campus.edu --city Springfield --state Oregon'.split(' ')
  const added = await run(image, first.pid, [QUAD, ...college])
  check(added.status === 0, 'commands work beside it', added.status === 0 ? '' : added.said)
  const hook = await run(image, first.pid, ['/hooks/pre-backup'])
  check(
    hook.status === 0 && existsSync(join(data, 'once-backup.tar')),
    'its hook makes a backup',
    hook.status === 0 ? '' : hook.said,
  )
  const copy = join(folder, 'once-copied')
  cpSync(data, copy, { recursive: true, preserveTimestamps: true, filter: (name) => !name.endsWith('.sock') })
  Bun.spawnSync(['chown', '--recursive', '--reference', data, copy])
  await first.stop()

  // As ONCE copies files while they are written: the database of the copy is not whole.
  rmSync(join(copy, 'quad.db-wal'), { force: true })
  await Bun.write(join(copy, 'quad.db'), 'torn')
  unmountVolume(rootfs, VOLUME)
  mountVolume(copy, rootfs, VOLUME)
  const sleeper = spawnIn(image, [...(config.Entrypoint ?? []), 'sleep', 'infinity'], VARIABLES)
  const restored = await run(image, undefined, ['/hooks/post-restore'])
  check(sleeper.exitCode === null, 'it stays when ONCE has it sleep for its hook')
  sleeper.kill('SIGKILL')
  await sleeper.exited
  check(restored.status === 0, 'its hook restores it', restored.status === 0 ? '' : restored.said)
  const second = await start(image, check)
  const colleges = (await run(image, second.pid, [QUAD, 'college', 'list'])).said
  check(second.status === 200 && colleges.includes('campus.edu'), 'it starts on what was restored, with its data')
  await second.stop()
  unmountVolume(rootfs, VOLUME)
}

async function run(image: Image, pid: number | undefined, words: string[]): Promise<Ran> {
  const around = pid === undefined ? [] : ['nsenter', `--net=/proc/${pid}/ns/net`]
  const child = spawnIn(image, words, VARIABLES, around)
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { status: await child.exited, said: said.join('').trim() }
}

/** Starts the image as ONCE does, and asks as its proxy does. */
async function start(image: Image, check: Check) {
  const server = spawnIn(image, [...(image.config.Entrypoint ?? []), ...image.config.Cmd], VARIABLES, OWN_NETWORK)
  let status = 0
  const ask = async () => {
    if (server.exitCode !== null) return true
    const asked = "console.log((await fetch('http://127.0.0.1/up', { headers: { host: '172.17.0.2' } })).status)"
    const child = Bun.spawn(['nsenter', `--net=/proc/${server.pid}/ns/net`, process.execPath, '-e', asked], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    status = Number(await new Response(child.stdout).text())
    return status === 200
  }
  await until(ask, 'the server under ONCE is ready')
  if (server.exitCode !== null) check(false, 'it starts under ONCE', await new Response(server.stderr).text())
  const stop = async () => {
    server.kill('SIGTERM')
    await server.exited
  }
  return { pid: server.pid, status, stop }
}

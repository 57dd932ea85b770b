import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/program'
import { isUp, until } from '../support/until'
import { checkCompose } from './compose'
import { bytesOf, type Image } from './image'
import { type Check, prepareRoot, QUAD, spawnIn, USER } from './inside'
import { checkOnce } from './once'

const MOST_MEGABYTES = 40

/** Runs the image as compose would: its own user without capabilities, a read-only root, a volume, a `/tmp`. */
export async function checkContainer(folder: string, image: Image, check: Check) {
  checkContents(image, check)
  const data = prepareRoot(folder, image)
  const port = freePort()
  const origin = `http://127.0.0.1:${port}`
  const variables = { HOST: '127.0.0.1', PORT: `${port}`, PUBLIC_URL: origin, LOG_FORMAT: 'json' }
  const { Cmd, Healthcheck } = image.config
  const start = (words: string[]) => spawnIn(image, words, variables)
  const command = async (...words: string[]) => {
    const child = start([QUAD, ...words])
    const [said, status] = [await new Response(child.stdout).text(), await child.exited]
    return { status, said: `${said}${await new Response(child.stderr).text()}`.trim() }
  }
  const probe = () => start(Healthcheck.Test.slice(1)).exited

  const began = performance.now()
  const server = start(Cmd)
  await until(async () => server.exitCode !== null || (await isUp(`${origin}/readyz`)), 'the server is ready')
  if (server.exitCode !== null) throw new Error(`the server ended: ${await new Response(server.stderr).text()}`)
  check(true, 'it starts and is ready', `${Math.round(performance.now() - began)} ms, with a new database`)
  checkProcess(server.pid, check)
  check((await isUp(`${origin}/`)) && (await isUp(`${origin}/docs/security.md`)), 'it serves its pages')
  check((await probe()) === 0, 'its health check finds it well')
  const doctor = await command('doctor')
  const findings = doctor.said.split('\n').filter((line) => !line.startsWith('ok '))
  check(doctor.status === 0, '`doctor` finds nothing', findings.join('; '))
  const backup = await command('backup', '/data/trial.tar')
  check(backup.status === 0 && existsSync(join(data, 'trial.tar')), '`backup` beside it makes a backup')
  checkModes(data, check)

  const stopping = performance.now()
  server.kill('SIGTERM')
  check((await server.exited) === 0, 'it stops at SIGTERM', `${Math.round(performance.now() - stopping)} ms`)
  check((await probe()) === 1, 'its health check finds nothing then')
  await checkOnce(folder, image, check)
  await checkCompose(folder, image, check)
}

function checkContents({ rootfs, baseBytes, config }: Image, check: Check) {
  const added = (bytesOf(rootfs) - baseBytes) / 1e6
  check(added <= MOST_MEGABYTES, 'it is small', `${added.toFixed(1)} MB above its base, of ${MOST_MEGABYTES} at most`)
  const app = readdirSync(join(rootfs, 'app'), { recursive: true, encoding: 'utf8' })
  const sources = app.filter((name) => /node_modules|\.tsx?$|\.git/.test(name))
  check(sources.length === 0, 'it holds the built program, no sources and no packages', sources.slice(0, 3).join(', '))
  const labels = Object.keys(config.Labels).filter((name) => name.startsWith('org.opencontainers.image.'))
  const version = config.Labels['org.opencontainers.image.version']
  check(labels.length >= 5 && version === '1.2.3', 'it says what it is', `${labels.length} labels`)
  const { User, StopSignal, Volumes, ExposedPorts } = config
  const said = [User, StopSignal, ...Object.keys(Volumes), ...Object.keys(ExposedPorts)].join(' ')
  check(said === '10001:10001 SIGTERM /data 3000/tcp', 'it says how it runs', said)
}

function checkProcess(pid: number, check: Check) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.split('\t')[0]
  check(field('Uid') === `${USER}` && field('Gid') === `${USER}`, 'it runs as its own user', `uid ${field('Uid')}`)
  const rights = `${field('CapEff')} ${field('NoNewPrivs')}`
  check(rights === '0000000000000000 1', 'it has no capabilities and gains none')
  const root = readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
    .split('\n')
    .filter((line) => line.split(' ')[4] === '/')
  check(/^ro\b/.test(root.at(-1)?.split(' ')[5] ?? ''), 'its root is read-only')
}

function checkModes(data: string, check: Check) {
  const names = ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]
  const wrong = names.filter((name) => {
    const stat = statSync(join(data, name))
    return (stat.mode & 0o777) !== (stat.isFile() ? 0o600 : 0o700) || stat.uid !== USER
  })
  check(
    wrong.length === 0,
    'files are 0600, folders and sockets 0700, all its own',
    wrong.join(', ') || `${names.length} looked at`,
  )
}

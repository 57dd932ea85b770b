import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

const SUITE = 'bookworm'

export type Image = {
  /** Its files. */
  rootfs: string
  baseBytes: number
  config: {
    User: string
    Env: string[]
    Entrypoint?: string[] | null
    Cmd: string[]
    Volumes: Record<string, unknown>
    ExposedPorts: Record<string, unknown>
    WorkingDir: string
    Labels: Record<string, string>
    StopSignal: string
    Healthcheck: { Test: string[] }
  }
}

/** Runs a program to its end and returns what it said. */
function run(command: string[], options: { cwd?: string } = {}) {
  const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
  const { success, stdout, stderr } = Bun.spawnSync(command, { env, ...options })
  if (success) return stdout.toString().trim()
  throw new Error(`${command.join(' ')}:\n${stdout.toString().slice(-1500)}${stderr.toString().slice(-1500)}`)
}

const buildah = (folder: string) => ['buildah', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')]

/**
 * Makes the image that the Dockerfile begins with, under its name, and returns the folder of its files. Undefined where
 * Debian's packages cannot be had.
 */
export function makeBase(folder: string): string | undefined {
  const rootfs = join(folder, 'base')
  try {
    run(['debootstrap', '--variant=minbase', SUITE, rootfs])
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return undefined
  }
  for (const waste of ['var/cache/apt', 'var/lib/apt/lists']) rmSync(join(rootfs, waste), { recursive: true })
  copyFileSync(process.execPath, join(rootfs, 'usr/local/bin/bun'))
  const container = run([...buildah(folder), 'from', 'scratch'])
  run([...buildah(folder), 'add', '--quiet', container, rootfs, '/'])
  run([...buildah(folder), 'commit', '--quiet', '--rm', container, baseName()])
  return rootfs
}

const baseName = () =>
  /^ARG BASE=(\S+)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1]?.replace(/@.*/, '') ?? ''

/** Builds the Dockerfile. Packages come from Bun's cache, and from the registry where they are not in it. */
export function buildImage(folder: string, base: string): Image {
  const cache = join(homedir(), '.bun/install/cache')
  mkdirSync(cache, { recursive: true })
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  const trust = certificates
    ? ['--volume', `${certificates}:/etc/extra-ca.crt:ro`, '--env', 'NODE_EXTRA_CA_CERTS=/etc/extra-ca.crt']
    : []
  run(
    [
      ...[...buildah(folder), 'build', '--format', 'docker', '--pull-never', '--quiet', '--tag', 'quad'],
      ...['--build-arg', 'VERSION=1.2.3', '--volume', `${cache}:/root/.bun/install/cache`, ...trust, '.'],
    ],
    { cwd: root },
  )
  const container = run([...buildah(folder), 'from', '--pull-never', 'quad'])
  const { Docker } = JSON.parse(run([...buildah(folder), 'inspect', '--type', 'image', 'quad']))
  return { rootfs: run([...buildah(folder), 'mount', container]), baseBytes: bytesOf(base), config: Docker.config }
}

export const bytesOf = (folder: string) => Number(run(['du', '--summarize', '--bytes', folder]).split('\t')[0])

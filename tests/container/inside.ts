import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Image } from './image'

export type Check = (ok: boolean, what: string, detail?: string) => void

export const QUAD = 'quad'
/** As whom the image runs. */
export const USER = 10001

function mount(...words: string[]) {
  const { success, stderr } = Bun.spawnSync(['mount', ...words])
  if (!success) throw new Error(`mount ${words.join(' ')}: ${stderr}`)
}

/** Shows a file or a folder in another place as well. */
export const bind = (from: string, to: string) => mount('--bind', from, to)

/** Makes of the files of the image what a container sees, and returns its volume. */
export function prepareRoot(folder: string, { rootfs }: Image) {
  bind(rootfs, rootfs)
  mount('--rbind', '/dev', join(rootfs, 'dev'))
  mount('-t', 'proc', 'proc', join(rootfs, 'proc'))
  mount('-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(rootfs, 'tmp'))
  const volume = mountVolume(join(folder, 'data'), rootfs, 'data')
  mount('-o', 'remount,bind,ro', rootfs)
  return volume
}

/** Mounts a volume, which has the owner of the folder of the image where it is mounted, and returns it. */
export function mountVolume(volume: string, rootfs: string, at: string) {
  const { mode, uid } = statSync(join(rootfs, at))
  mkdirSync(volume, { mode, recursive: true })
  chownSync(volume, uid, uid)
  bind(volume, join(rootfs, at))
  return volume
}

/** Takes the volume away again. */
export function unmountVolume(rootfs: string, at: string) {
  const { success, stderr } = Bun.spawnSync(['umount', join(rootfs, at)])
  if (!success) throw new Error(`umount ${at}: ${stderr}`)
}

/** Runs a program in a network of its own in which everybody may use port 80, as Docker makes one for a container. */
export const OWN_NETWORK = [
  ...['unshare', '--net', 'sh', '-c'],
  'ip link set lo up && echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start && exec "$@"',
  'sh',
]

/** Runs a program in the container; `around` runs it in its turn. */
export function spawnIn(
  { rootfs, config }: Image,
  words: string[],
  variables: Record<string, string>,
  around: string[] = [],
) {
  const rights = ['--clear-groups', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs']
  const user = config.User.split(':')
  const as = ['setpriv', `--reuid=${user[0]}`, `--regid=${user[1]}`, ...rights]
  const env = { ...Object.fromEntries(config.Env.map((each) => each.split(/=(.*)/s).slice(0, 2))), ...variables }
  // From the folder that the image names, as a container's runtime does.
  const inFolder = ['/bin/sh', '-c', `cd ${config.WorkingDir} && exec "$@"`, 'sh']
  return Bun.spawn([...around, 'chroot', rootfs, ...as, ...inFolder, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { removeAtEnd } from './leftovers'
import { scratchFolder } from './scratch'

type SmallDisk = Disposable & {
  /** Of the server's data, on the disk. */
  dataDir: string
  /** Takes every byte that is left. */
  fill(): void
  /** Gives back what `fill` took. */
  free(): void
}

const reason = whyNoTmpfs()
/** Whether no small disk can be mounted here. */
export const lacksTmpfs = reason !== undefined

function whyNoTmpfs(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount a tmpfs'
  using folder = scratchFolder()
  const { success, stderr } = mount(folder.path, 1)
  if (!success) return `a tmpfs cannot be mounted: ${stderr}`.trim()
  unmount(folder.path)
  return undefined
}

if (lacksTmpfs) console.warn(`SKIPPED: what needs a full disk, because ${reason}`)

function mount(path: string, megabytes: number) {
  return Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
}

function unmount(path: string) {
  Bun.spawnSync(['umount', '--lazy', path])
}

/** A real file system that is full when its pages are: `using disk = smallDisk(40)`. */
export function smallDisk(megabytes: number): SmallDisk {
  const folder = scratchFolder()
  const { success, stderr } = mount(folder.path, megabytes)
  if (!success) throw new Error(`a tmpfs cannot be mounted: ${stderr}`)
  const dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
  let fillers = 0
  const remove = () => {
    unmount(folder.path)
    // What is still open keeps the mount; its folder must not be emptied through it.
    if (!readFileSync('/proc/self/mounts', 'utf8').includes(folder.path)) folder[Symbol.dispose]()
    isRemoved()
  }
  const isRemoved = removeAtEnd(remove)
  return {
    dataDir,
    fill() {
      // Ever smaller, so that no byte is left.
      for (const size of [1 << 20, 1 << 12, 1]) takeAll(join(folder.path, `filler-${fillers++}`), Buffer.alloc(size))
    },
    free() {
      for (const name of readdirSync(folder.path))
        if (name.startsWith('filler')) rmSync(join(folder.path, name), { force: true })
    },
    [Symbol.dispose]: remove,
  }
}

function takeAll(path: string, block: Buffer) {
  const file = openSync(path, 'w')
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

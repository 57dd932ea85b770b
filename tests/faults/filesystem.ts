import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { removeAtEnd } from './leftovers'
import { scratchFolder } from './scratch'

const sources = join(import.meta.dir, 'filesystem')
const headers = '/usr/include/fuse3'
const cache = join(import.meta.dir, '../../node_modules/.cache/quad-faults')

/** A folder whose changes are recorded, and which fails on command. */
export type FaultyFolder = Awaited<ReturnType<typeof mountFaulty>>

const reason = await reasonAgainst()
/** Whether there is no such file system here. */
export const lacksFilesystem = reason !== undefined
if (lacksFilesystem) console.warn(`SKIPPED: ${reason}`)

async function reasonAgainst(): Promise<string | undefined> {
  if (process.platform !== 'linux' || !existsSync('/dev/fuse')) return 'FUSE is missing: no /dev/fuse'
  if (Bun.which('gcc') === null) return 'gcc is missing'
  if (!existsSync(join(headers, 'fuse_lowlevel.h'))) return 'libfuse3 is missing (libfuse3-dev)'
  try {
    await using folder = await mountFaulty()
    folder.position()
    return undefined
  } catch (error) {
    return `nothing can be mounted here: ${error instanceof Error ? error.message : error}`
  }
}

/** Compiles the file system unless these sources were compiled before; returns its program. */
function compiled() {
  const files = readdirSync(sources).sort()
  const hash = Bun.hash(files.map((name) => readFileSync(join(sources, name), 'utf8')).join('\0')).toString(36)
  const program = join(cache, `filesystem-${hash}`)
  if (existsSync(program)) return program
  mkdirSync(cache, { recursive: true })
  const flags = [`-I${headers}`, '-D_FILE_OFFSET_BITS=64', '-lfuse3', '-lpthread']
  const parts = files.filter((name) => name.endsWith('.c')).map((name) => join(sources, name))
  // Named after this process, and renamed when it is whole: another one may compile at the same time.
  const unfinished = `${program}-${process.pid}`
  const { success, stderr } = Bun.spawnSync(['gcc', '-O2', '-Wall', '-Wextra', '-o', unfinished, ...parts, ...flags])
  if (!success) throw new Error(`the file system does not compile: ${stderr}`)
  renameSync(unfinished, program)
  return program
}

/** Mounts a new, empty folder. */
export async function mountFaulty() {
  const scratch = scratchFolder()
  const at = (name: string) => join(scratch.path, name)
  const [path, backing, log, socket] = [at('mount'), at('backing'), at('log'), at('socket')]
  for (const folder of [path, backing]) mkdirSync(folder)
  const child = Bun.spawn([compiled(), backing, path, log, socket], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = new Response(child.stderr).text()
  const unmount = async () => {
    child.kill('SIGTERM')
    const forced = setTimeout(() => child.kill('SIGKILL'), 5000)
    await child.exited
    clearTimeout(forced)
    // After a forced end the mount is still there, without anything behind it.
    if (isMounted(path)) Bun.spawnSync(['umount', '--lazy', path])
    if (isMounted(path)) throw new Error(`${path} is still mounted`)
    scratch[Symbol.dispose]()
    isUnmounted()
  }
  const isUnmounted = removeAtEnd(unmount)
  while (!(isMounted(path) && existsSync(socket))) {
    if (child.exitCode !== null) {
      await unmount()
      throw new Error(`the file system ended: ${await said}`)
    }
    await Bun.sleep(5)
  }
  const accepted = async (text: string) => {
    const answer = await commanded(socket, text)
    if (answer !== 'ok') throw new Error(`the file system does not understand: ${text}`)
  }
  return {
    /** The mount point. */
    path,
    /** The record of every change; disk.ts reads it. */
    log,
    /** How much has been recorded: what was acknowledged before needs no more of the record. */
    position: () => statSync(log).size,
    /** A fault from now on, as filesystem.h describes: `fail('sync', 'quad.db-wal', 'error=EIO times=1')`. */
    fail: (operations: string, pattern: string, options: string) => accepted(`on ${operations} ${pattern} ${options}`),
    heal: () => accepted('off'),
    /** How many calls each fault has hit since the last `heal`. */
    hits: async () => (await commanded(socket, 'hits')).split(' ').filter(Boolean).map(Number),
    [Symbol.asyncDispose]: unmount,
  }
}

/** In /proc the mount is seen even when it no longer answers. */
function isMounted(path: string) {
  return readFileSync('/proc/self/mounts', 'utf8').includes(` ${path} `)
}

async function commanded(socket: string, text: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  await Bun.connect({
    unix: socket,
    socket: {
      open: (connection) => void connection.write(`${text}\n`),
      data(_, chunk) {
        answer += chunk.toString()
      },
      close: () => resolve(answer.trim()),
      error: (_, error) => reject(error),
    },
  })
  return promise
}

/** Syncs every file and folder, as after a while: a sync of a whole file system does not reach FUSE. */
export function syncTree(path: string) {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) syncTree(join(path, name))
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

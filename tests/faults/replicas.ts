import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTerm } from '../../src/lib/primary/term'
import { freePort } from '../support/program'
import { until } from '../support/until'
import { removeAtEnd } from './leftovers'
import { scratchFolder } from './scratch'
import { quad, type Server, startServer, type Variables } from './server'

const STAND_IN = join(import.meta.dir, 'litestream-stand-in.ts')

export const litestream = process.env.LITESTREAM ?? Bun.which('litestream')
if (litestream === null)
  console.warn('SKIPPED: no litestream on this machine (LITESTREAM=<program>); a stand-in shows what Quad does')

/** Who replicates: a stand-in, and Litestream where it is installed. */
export const REPLICATORS: [name: string, program: string | undefined][] = [
  ['a stand-in for Litestream', undefined],
  ...(litestream === null ? [] : ([['Litestream', litestream]] as [string, string][])),
]

/** The program of the stand-in, in a folder. */
export function standInProgram(folder: string): string {
  const program = join(folder, 'litestream')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${STAND_IN}' "$@"\n`)
  chmodSync(program, 0o700)
  return program
}

type Machine = {
  dataDir: string
  variables: Variables
  start(): Promise<Server>
  /** Runs Litestream. */
  replicate(): Promise<{ kill(): Promise<void> }>
  takeover(): Promise<{ status: number | null; said: string }>
}

export type Pair = Disposable & {
  former: Machine
  next: Machine
  /** Where replicas of all terms are. */
  replica: string
  claims: string
}

/** Two machines that reach one replica and its claims, the keys on both. `variables` are of both servers. */
export function pairOfMachines(program: string | undefined, variables: Variables = {}): Pair {
  const scratch = scratchFolder()
  const [replica, claims] = ['replica', 'claims'].map((name) => join(scratch.path, name)) as [string, string]
  for (const folder of [replica, claims]) mkdirSync(folder)
  const executable = program ?? standInProgram(scratch.path)
  const machine = (name: string): Machine => {
    const folder = join(scratch.path, name)
    mkdirSync(folder)
    const [dataDir, settings, socket] = ['data', 'litestream.yml', 'l.sock'].map((each) => join(folder, each)) as [
      string,
      string,
      string,
    ]
    const database = join(dataDir, 'quad.db')
    const place = `type: file\n      path: ${join(replica, '$' + '{QUAD_TERM}')}\n      sync-interval: 1s`
    writeFileSync(
      settings,
      `socket:\n  enabled: true\n  path: ${socket}\ndbs:\n  - path: ${database}\n    replica:\n      ${place}\n`,
    )
    const all = { PRIMARY_CLAIMS: claims, LITESTREAM_SOCKET: socket, PORT: String(freePort()), ...variables }
    return {
      dataDir,
      variables: all,
      start: () => startServer({ dataDir, variables: all, until: '/healthz' }),
      takeover: () => quad(['takeover', '--config', settings, '--litestream', executable], dataDir, all),
      async replicate() {
        const term = String(readTerm(dataDir)?.term)
        const child = Bun.spawn([executable, 'replicate', '-config', settings], {
          env: { PATH: process.env.PATH ?? '', QUAD_TERM: term },
          stdout: 'ignore',
          stderr: 'ignore',
        })
        const hasEnded = removeAtEnd(() => child.kill('SIGKILL'))
        await until(() => existsSync(join(replica, term)) && existsSync(socket), 'the replication')
        return {
          async kill() {
            child.kill('SIGKILL')
            await child.exited
            hasEnded()
          },
        }
      },
    }
  }
  const [former, next] = [machine('former'), machine('next')]
  return { former, next, replica, claims, [Symbol.dispose]: () => scratch[Symbol.dispose]() }
}

/** What an operator copies before a takeover. */
export function copyKeys(from: Machine, to: Machine): void {
  mkdirSync(to.dataDir, { recursive: true, mode: 0o700 })
  cpSync(join(from.dataDir, 'keys'), join(to.dataDir, 'keys'), { recursive: true })
}

import { expect } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { whoServes } from '../../src/lib/handover/successor'
import { until } from '../support/until'
import { removeAtEnd } from './leftovers'
import { checkout, environment, type Server } from './server'

// `quad upgrade` of this checkout, beside a server that runs.

const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

/** Signals a process, if it lives. */
export const end = (pid: number, signal: NodeJS.Signals) => {
  if (isAlive(pid)) process.kill(pid, signal)
}

type Upgrade = { exited: Promise<number>; said(): string; successor(): number | undefined }

/** Runs `quad upgrade`. Its output goes to a file, because the successor outlives it and keeps that open. */
export function upgrade(folder: string, port: number): Upgrade {
  const file = join(folder, 'said')
  const child = Bun.spawn([process.execPath, join(checkout, 'src/cli.ts'), 'upgrade'], {
    cwd: checkout,
    env: environment(join(folder, 'data'), { PORT: `${port}` }),
    stdio: ['ignore', Bun.file(file), Bun.file(file)],
  })
  let successor: number | undefined
  removeAtEnd(() => successor !== undefined && end(successor, 'SIGKILL'))
  return {
    exited: child.exited,
    said: () => readFileSync(file, 'utf8'),
    successor() {
      const children = `/proc/${child.pid}/task/${child.pid}/children`
      if (existsSync(children)) successor ??= Number(readFileSync(children, 'utf8').trim().split(' ')[0]) || undefined
      return successor
    },
  }
}

/** Runs it to its end, with that of the server; returns the process that serves then. */
export async function handOver(folder: string, port: number, server: Server) {
  const { exited, said, successor } = upgrade(folder, port)
  await until(() => successor() !== undefined, 'the start of the successor')
  expect([await exited, said()]).toEqual([0, expect.stringContaining('serves (process')])
  expect(await server.exited).toEqual({ status: 0, signal: null })
  return successor()!
}

/** Stops whoever serves the data, as an operator does. */
export async function stopWhoServes(dataDir: string) {
  const pid = (await whoServes(dataDir))?.pid
  if (pid === undefined) throw new Error('nobody serves')
  end(pid, 'SIGTERM')
  await until(() => !isAlive(pid) || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '), 'the stop')
}

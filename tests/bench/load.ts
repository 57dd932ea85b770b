import { join } from 'node:path'
import type { Order, Outcome, Stream } from './generator'

/** Debian's wrk, where the machine has it; it takes less from the server's processors than the generator in Bun. */
export const wrk = Bun.which('wrk')

/** Drives one stream as fast as the server answers. */
export function drive(port: number, stream: Stream, seconds: number): Promise<Outcome> {
  return wrk === null
    ? driveAll(port, [stream], seconds).then(([only]) => only as Outcome)
    : driveByWrk(port, stream, seconds)
}

type Watching = Pick<Order, 'slowest'> & { started?: (pid: number) => void }

/** Drives several streams at once, each at its rate, by the generator in Bun. */
export async function driveAll(
  port: number,
  streams: Stream[],
  seconds: number,
  { slowest = 0, started }: Watching = {},
): Promise<Outcome[]> {
  const order: Order = { port, seconds, streams, slowest }
  const command = [process.execPath, join(import.meta.dir, 'generator.ts'), JSON.stringify(order)]
  return JSON.parse(await output(command, {}, started))
}

async function driveByWrk(port: number, { requests, connections }: Stream, seconds: number): Promise<Outcome> {
  const script = join(import.meta.dir, 'wrk/replay.lua')
  const said = await output(
    [wrk ?? 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}`],
    { REQUESTS: requests },
  )
  const result = /^RESULT (.*)$/m.exec(said)?.[1]?.split(' ').map(Number)
  if (result === undefined) throw new Error(`wrk said: ${said}`)
  const [count = 0, micros = 0, p50 = 0, p99 = 0, refused = 0, broken = 0] = result
  return { requests: count, seconds: micros / 1e6, p50: p50 / 1000, p99: p99 / 1000, refused, broken, slowest: [] }
}

async function output(command: string[], more: Record<string, string> = {}, started?: (pid: number) => void) {
  const child = Bun.spawn(command, { env: { PATH: process.env.PATH, ...more }, stdout: 'pipe', stderr: 'inherit' })
  started?.(child.pid)
  const [text, status] = await Promise.all([new Response(child.stdout).text(), child.exited])
  if (status !== 0) throw new Error(`${command[0]} ended with status ${status}: ${text}`)
  return text
}

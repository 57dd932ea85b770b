import { describe, expect, test } from 'bun:test'
import { createLog } from '../../../src/lib/process/log'
import { LogLines } from '../../../src/lib/process/log-lines'
import { grownFrom } from '../../support/metrics'
import { until } from '../../support/until'

/** Takes as many bytes as it has room for, and refuses as the system does. */
class Pipe {
  taken = ''
  tries = 0
  refusal = 'EAGAIN'
  constructor(public room = Number.POSITIVE_INFINITY) {}
  write = (bytes: Uint8Array): number => {
    this.tries++
    const size = Math.min(this.room, bytes.length)
    if (size === 0) throw Object.assign(new Error(this.refusal), { code: this.refusal })
    this.room -= size
    this.taken += Buffer.from(bytes.subarray(0, size)).toString('latin1')
    return size
  }
  get lines(): string[] {
    return this.taken.split('\n').slice(0, -1)
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `${n}`.padEnd(999, '.'))
const writeNumbered = (lines: LogLines, count: number) => {
  for (const line of numbered(count)) lines.write(`${line}\n`)
}
const dropsDuring = async (work: () => void): Promise<number> => {
  const grown = await grownFrom()
  work()
  return grown('quad_log_lines_dropped_total')
}

describe('a log line', () => {
  test('is written at once', () => {
    const pipe = new Pipe()
    const lines = new LogLines(pipe.write)
    for (let n = 0; n < 3; n++) {
      lines.write(`${n}\n`)
      expect(pipe.lines).toHaveLength(n + 1)
    }
  })
  test('below a warning waits for others, and all for a warning', async () => {
    const pipe = new Pipe()
    const log = createLog({ logLevel: 'info', logFormat: 'json' }, new LogLines(pipe.write))
    const said = () => pipe.lines.map((line) => JSON.parse(line).msg)
    for (const word of ['one', 'two']) log.info(word)
    expect(said()).toEqual([])
    log.warn('three')
    expect([said(), pipe.tries]).toEqual([['one', 'two', 'three'], 1])
    log.info('four')
    await until(() => pipe.lines.length === 4, 'the line')
  })
  test('waits while nobody reads, and comes whole and in order once somebody does', async () => {
    const pipe = new Pipe(2_500)
    const lines = new LogLines(pipe.write)
    writeNumbered(lines, 300)
    pipe.room = Number.POSITIVE_INFINITY
    await until(() => pipe.lines.length === 300, 'all lines')
    expect(pipe.lines).toEqual(numbered(300))
  })
  test('beyond a megabyte is dropped and counted, and one line says how many', async () => {
    const pipe = new Pipe(0)
    const lines = new LogLines(pipe.write)
    expect(await dropsDuring(() => writeNumbered(lines, 5_000))).toBe(4_000)
    // Nobody spins: a try a millisecond at most.
    expect(pipe.tries).toBeLessThan(1_000)
    pipe.room = Number.POSITIVE_INFINITY
    await until(() => pipe.lines.length === 1_001, 'what waited')
    expect(pipe.lines.slice(0, 1_000)).toEqual(numbered(1_000))
    expect(JSON.parse(pipe.lines[1_000] ?? '')).toMatchObject({ level: 'warn', dropped: 4_000 })
    lines.write('and on\n')
    expect(pipe.lines.at(-1)).toBe('and on')
  })
  test('of a full disk waits for room, and of a closed pipe for nothing', async () => {
    const disk = new Pipe(0)
    disk.refusal = 'ENOSPC'
    const onDisk = new LogLines(disk.write)
    onDisk.write('one\n')
    disk.room = Number.POSITIVE_INFINITY
    await until(() => disk.lines.length === 1, 'the line')

    const closed = new Pipe(0)
    closed.refusal = 'EPIPE'
    const lines = new LogLines(closed.write)
    expect(
      await dropsDuring(() => {
        for (let n = 0; n < 100; n++) lines.write('gone\n')
      }),
    ).toBe(100)
    expect(closed.tries).toBe(1)
  })
})

describe('the end of the process', () => {
  test('waits for somebody who reads slowly, and a second at most for nobody', () => {
    const slow = new Pipe(0)
    const lines = new LogLines((bytes) => {
      slow.room = 2_500
      return slow.write(bytes)
    })
    writeNumbered(lines, 20)
    lines.end()
    expect(slow.lines).toHaveLength(20)
    const nobody = new LogLines(new Pipe(0).write, undefined, 30)
    nobody.write('never\n')
    nobody.end()
  })
  test('by a fatal fault has its line on standard error, if nobody reads the log', () => {
    for (const refusal of ['EAGAIN', 'ENOSPC', 'EPIPE']) {
      const [out, err] = [new Pipe(0), new Pipe()]
      out.refusal = refusal
      const lines = new LogLines(out.write, err.write, 30)
      const log = createLog({ logLevel: 'info', logFormat: 'json' }, lines)
      log.info('ordinary')
      log.fatal('the disk did not sync')
      expect(err.lines.map((line) => JSON.parse(line).msg)).toEqual(['the disk did not sync'])
    }
    const [out, err] = [new Pipe(), new Pipe()]
    createLog({ logLevel: 'info', logFormat: 'pretty' }, new LogLines(out.write, err.write)).fatal('plain to see')
    expect([out.taken.includes('plain to see'), err.taken]).toEqual([true, ''])
  })
})

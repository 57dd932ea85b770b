import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Fixture } from '../support/storage/fixture'
import { canTrace, checkAcknowledgements, traced } from '../support/strace'

const serverFile = join(import.meta.dir, '../support/storage/server.ts')
const rounds = 8
const together = 8

if (!canTrace)
  console.warn('SKIPPED: strace cannot run here, so nobody checks that a write is synced before its answer.')

describe.skipIf(!canTrace)('each answer to a write comes after the sync of the log', () => {
  test('of a durable server', async () => {
    const { acknowledged, early } = await tracedServer('full', 'honest')
    expect(acknowledged).toBe(rounds * together)
    expect(early).toEqual([])
  }, 20_000)

  test('and one that runs with synchronous=normal is caught', async () => {
    const { acknowledged, early } = await tracedServer('normal', 'honest')
    expect(acknowledged).toBe(rounds * together)
    expect(early.length).toBeGreaterThan(rounds)
  }, 20_000)

  test('and one that answers before the commit is caught', async () => {
    const { early } = await tracedServer('full', 'hasty')
    expect(early.length).toBeGreaterThan(rounds)
  }, 20_000)
})

async function tracedServer(synchronous: 'full' | 'normal', manner: 'honest' | 'hasty') {
  const fixture = new Fixture()
  const output = join(fixture.dir, 'trace')
  const migrations = join(fixture.dir, 'migrations')
  await using server = Bun.spawn(traced(output, ['bun', serverFile, fixture.file, migrations, synchronous, manner]), {
    stdin: 'pipe',
    stdout: 'pipe',
  })
  const { value } = await server.stdout.getReader().read()
  const origin = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      Array.from({ length: together }, async () => {
        const response = await fetch(origin, { method: 'POST', body: crypto.randomUUID() })
        expect(response.status).toBe(201)
        await response.text()
      }),
    )
  }
  server.stdin.end()
  expect(await server.exited).toBe(0)
  const trace = await Bun.file(output).text()
  await fixture.remove()
  return checkAcknowledgements(trace, `${fixture.file}-wal`, writtenRow)
}

/** Bun's server answers with one sendto; its body is the row. */
function writtenRow(call: string): string | undefined {
  return /^(?:sendto|sendmsg|write|writev)\(.*"HTTP\/1\.1 201.*\\r\\n\\r\\n([^"]+)"/.exec(call)?.[1]
}

test('the checker knows what a sync covers when threads interleave', () => {
  const check = (...calls: string[]) =>
    checkAcknowledgements(calls.join('\n'), '/q.db-wal', (call) => /^sendto\(9, "ok (\w+)"/.exec(call)?.[1])
  const write = '10 pwrite64(5</q.db-wal>, "row", 3, 0) = 3'
  const answer = '10 sendto(9, "ok row", 6) = 6'
  const begin = '11 fsync(6</q.db-wal> <unfinished ...>'
  const end = '11 <... fsync resumed>)           = 0'
  expect(check(write, begin, end, answer)).toEqual({ acknowledged: 1, early: [] })
  expect(check(write, begin, answer, end).early).toHaveLength(1)
  expect(check(begin, write, end, answer).early).toHaveLength(1)
  expect(check(write, begin, '11 <... fsync resumed>) = -1 EIO (Input/output error)', answer).early).toHaveLength(1)
  expect(check(write, '10 fsync(7</q.db>) = 0', answer).early).toHaveLength(1)
  expect(check(answer, write, begin, end).early).toHaveLength(1)
})

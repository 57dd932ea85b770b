import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fixture } from '../support/storage/fixture'

// Bundled once: most of what fifty processes do is to load what they are made of.
const built = mkdtempSync(join(tmpdir(), 'quad-stream-'))
const stream = join(built, 'stream.js')
beforeAll(async () => {
  const bundle = (source: string, outdir: string) =>
    Bun.build({ entrypoints: [join(import.meta.dir, source)], outdir, target: 'bun' })
  await bundle('../support/storage/stream.ts', built)
  await bundle('../../db/checkpointer.ts', join(built, 'db'))
})
afterAll(() => rmSync(built, { recursive: true, force: true }))

test('fifty times killed in the middle of its writes, the storage has lost nothing that it acknowledged', async () => {
  const { acknowledged, lost, integrity } = await killedTimes(50, 'honest')
  expect(lost).toEqual([])
  expect(integrity).toBe('ok')
  expect(acknowledged).toBeGreaterThan(50)
}, 60_000)

test('a storage that acknowledges first and writes behind is caught', async () => {
  const { lost, integrity } = await killedTimes(4, 'hasty')
  expect(lost).not.toEqual([])
  expect(integrity).toBe('ok')
}, 60_000)

/** Each run takes over the database as the kill before left it, write-ahead log included. */
async function killedTimes(times: number, manner: 'honest' | 'hasty') {
  const fixture = new Fixture()
  const acknowledged: string[] = []
  for (let run = 0; run < times; run++) {
    await using child = Bun.spawn(['bun', stream, fixture.file, join(fixture.dir, 'migrations'), `${run}`, manner], {
      stdout: 'pipe',
      stderr: 'inherit',
    })
    acknowledged.push(...(await killedAmongAnswers(child)))
  }
  const database = new Database(fixture.file, { readwrite: true })
  const stored = new Set(database.prepare('SELECT id FROM entry').values().flat())
  const integrity = database.prepare('PRAGMA integrity_check').values()[0]?.[0]
  database.close()
  await fixture.remove()
  return { acknowledged: acknowledged.length, lost: acknowledged.filter((id) => !stored.has(id)), integrity }
}

/** Kills the child between 2 and 30 ms after its first answer; whole lines of its output are what it acknowledged. */
async function killedAmongAnswers(child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>): Promise<string[]> {
  let text = ''
  let killing = false
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (killing) continue
    killing = true
    setTimeout(() => child.kill('SIGKILL'), 2 + Math.random() * 28)
  }
  await child.exited
  if (child.signalCode !== 'SIGKILL') throw new Error('The child ended before it was killed.')
  return text.split('\n').slice(0, -1)
}

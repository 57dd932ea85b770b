import { expect, test } from 'bun:test'
import { join } from 'node:path'

// A short run, in a process of its own: what the server draws there depends on the seed.

const RUN = join(import.meta.dir, '../../linking-game/run.ts')

async function game(seed: number): Promise<{ status: number; rows: Map<string, string[]> }> {
  const args = ['--students', '14', '--days', '1', '--seed', String(seed)]
  const child = Bun.spawn([process.execPath, RUN, ...args], { stdout: 'pipe', stderr: 'inherit' })
  const text = await new Response(child.stdout).text()
  const table = text.split('\n').filter((line) => line.startsWith('|'))
  const cells = table.map((line) => line.split('|').map((cell) => cell.trim()))
  const rows = new Map(cells.slice(2).map(([, , attack = '', ...rest]) => [attack, rest]))
  return { status: await child.exited, rows }
}

/** What finds who is behind own names: it would find who is behind an alias, if something led there. */
const SURE = [
  'what is said beside the name',
  'names and ids that are alike',
  'karma before and after a vote',
  'the log: what an entry names',
  'whose device sent something',
]

test('nobody tells who is behind an alias, where own names are told', async () => {
  const { status, rows } = await game(1)
  expect(status).toBe(0)
  expect(rows.size).toBeGreaterThan(15)
  for (const attack of SURE) {
    const [aliases, , , , , verdict, , named = ''] = rows.get(attack) ?? []
    expect([attack, Number(aliases) > 0, verdict === 'better']).toEqual([attack, true, false])
    // Of some names all texts are gone by then.
    if (Number.parseFloat(named) < 75) throw new Error(`${attack} finds ${named} of own names`)
  }
})

import { describe, test } from 'bun:test'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canTrace } from '../support/strace'
import { copyFolder } from './copy-folder'
import { judge } from './image'
import { callsOf, killedAt, spread } from './killed-at'
import { Random, seed } from './random'
import { isLong, reporting } from './report'
import { scratchFolder } from './scratch'
import { quad, startServer } from './server'
import { type Acknowledged, writeUntil } from './writer'

// A key that is lost, or half written, locks everybody out.

/** A data directory of a killed server, and all of its keys in a file. */
async function campus(folder: string): Promise<{ dataDir: string; safe: string; acknowledged: Acknowledged[] }> {
  const [dataDir, safe] = [join(folder, 'campus'), join(folder, 'safe.keys')]
  await using server = await startServer({ dataDir })
  const { acknowledged } = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 8)
  await server.kill()
  const { status, said } = await quad(['keys', 'export', safe], dataDir)
  if (status !== 0) throw new Error(said)
  return { dataDir, safe, acknowledged }
}

describe.skipIf(!canTrace)(`killed at any call (SEED=${seed})`, () => {
  test.each([
    ['a rotation of keys leaves a campus that opens', (_: string) => ['keys', 'rotate'], false],
    ['an import of keys leaves a campus that another import mends', (safe: string) => ['keys', 'import', safe], true],
  ])('%s', async (name, argsWith, isCut) => {
    const done = reporting(`killed: ${name}`)
    using folder = scratchFolder()
    const { dataDir, safe, acknowledged } = await campus(folder.path)
    const args = argsWith(safe)
    const [key = ''] = readdirSync(join(dataDir, 'keys'))
    if (isCut) writeFileSync(join(dataDir, 'keys', key), 'cut off')
    const copied = (to: string) => {
      const path = join(folder.path, to)
      rmSync(path, { recursive: true, force: true })
      copyFolder(dataDir, path)
      return path
    }
    const moments = spread(await callsOf(args, copied('counted')), 25)
    const problems: string[] = []
    let runs = 0
    for (const at of isLong ? moments : [new Random(name).pick(moments)]) {
      const killed = copied('killed')
      if ((await quad(args, killed, {}, killedAt(at))).status === null) runs++
      const again = await quad(args, killed)
      if (again.status !== 0) problems.push(`killed at ${at.call} ${at.at}: not again: ${again.said}`)
      const verdict = await judge(killed, acknowledged)
      problems.push(...verdict.problems.map((problem) => `killed at ${at.call} ${at.at}: ${problem}`))
      if (verdict.lost > 0) problems.push(`killed at ${at.call} ${at.at}: ${verdict.lost} lost`)
    }
    done({ runs, acknowledged: acknowledged.length, problems })
  })
})

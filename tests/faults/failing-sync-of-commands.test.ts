import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { canTrace } from '../support/strace'
import { scratchFolder } from './scratch'
import { EndedEarly, quad, startServer } from './server'

const failing = (command: string[]) => [
  ...'strace -f -qq -o /dev/null -e trace=fsync,fdatasync -e inject=fsync,fdatasync:error=EIO'.split(' '),
  ...command,
]

const college = (name: string) => {
  const place = ['--city', 'Springfield', '--state', 'Oregon']
  return ['college', 'add', '--name', `${name} College`, '--domain', `${name}.edu`, ...place]
}

test.skipIf(!canTrace)('what the disk does not confirm ends a command and a start, and both say why', async () => {
  using folder = scratchFolder()
  const dataDir = join(folder.path, 'data')
  expect((await quad(college('first'), dataDir)).status).toBe(0)
  const command = await quad(college('second'), dataDir, undefined, failing)
  expect(command.status).not.toBe(0)
  expect(command.said).toContain('The disk did not confirm what was written')
  expect(command.said).toContain('Only a look tells')
  // The log that the command has left is confirmed first, which fails, too.
  const start = await startServer({ dataDir, under: failing }).catch((error) => error)
  expect(start).toBeInstanceOf(EndedEarly)
  expect(start.said).toContain('The disk did not confirm what was written')
  // The disk works again.
  const third = await quad(college('third'), dataDir)
  expect([third.status, third.said]).toEqual([0, expect.stringContaining('third')])
})

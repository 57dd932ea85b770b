import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { acquireLock, DataDirectoryInUse } from '../../db/lock'
import { Fixture } from '../support/storage/fixture'

test('keeps a second server out, in this process or another, until it is released', async () => {
  const fixture = new Fixture()
  const release = acquireLock(fixture.dir)
  expect(() => acquireLock(fixture.dir)).toThrow(DataDirectoryInUse)
  release()
  acquireLock(fixture.dir)()
  await fixture.remove()
})

test('a killed server leaves the directory free', async () => {
  const fixture = new Fixture()
  await using holder = Bun.spawn(['bun', join(import.meta.dir, '../support/storage/lock-holder.ts'), fixture.dir], {
    stdin: 'pipe',
    stdout: 'pipe',
  })
  const { value } = await holder.stdout.getReader().read()
  expect(new TextDecoder().decode(value)).toBe('locked\n')
  expect(() => acquireLock(fixture.dir)).toThrow('Another server is using the data directory')
  holder.kill('SIGKILL')
  await holder.exited
  acquireLock(fixture.dir)()
  await fixture.remove()
})

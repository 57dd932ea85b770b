import { describe, expect, test } from 'bun:test'
import {
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Disk, type Survival } from './disk'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { Random } from './random'
import { readRecord } from './record'
import { scratchFolder } from './scratch'

describe.skipIf(lacksFilesystem)('the faulty file system', () => {
  test('a failed sync drops what was not synced, once; `keeps` leaves it readable', async () => {
    await using folder = await mountFaulty()
    const path = join(folder.path, 'a')
    writeFileSync(path, 'one')
    const file = openSync(path, 'r+')
    fdatasyncSync(file)
    for (const [options, expected] of [
      ['error=EIO times=1', 'one\0'],
      ['error=EIO times=1 keeps', 'four'],
    ] as const) {
      writeSync(file, 'four', 0)
      await folder.fail('sync', 'a', options)
      expect(() => fdatasyncSync(file)).toThrow('EIO')
      expect(readFileSync(path, 'utf8')).toBe(expected)
      fdatasyncSync(file)
      expect(await folder.hits()).toEqual([1])
      await folder.heal()
    }
  })

  test('what fails is what the pattern names, as often as it says', async () => {
    await using folder = await mountFaulty()
    const [a, b] = ['a', 'b'].map((name) => join(folder.path, name)) as [string, string]
    await folder.fail('write', 'a', 'error=ENOSPC skip=1 times=1')
    writeFileSync(a, 'one')
    expect(() => writeFileSync(a, 'two')).toThrow('ENOSPC')
    writeFileSync(a, 'three')
    await folder.fail('change,open', '*', 'error=EROFS')
    expect(() => writeFileSync(b, 'one')).toThrow('EROFS')
    expect(() => renameSync(a, b)).toThrow('EROFS')
    expect(readFileSync(a, 'utf8')).toBe('three')
    await folder.heal()
    await folder.fail('write', 'b', 'short=2')
    writeFileSync(b, 'whole')
    expect(readFileSync(b, 'utf8')).toBe('whole')
    expect(folder.fail('rename', 'a', 'error=EIO')).rejects.toThrow('does not understand')
  })

  test('an image has what was synced, and of the rest what survives', async () => {
    await using folder = await mountFaulty()
    using scratch = scratchFolder()
    const inside = join(folder.path, 'inside')
    const root = openSync(folder.path, 'r')
    mkdirSync(inside)
    const file = openSync(join(folder.path, 'synced'), 'w')
    writeSync(file, 'x'.repeat(1024))
    fsyncSync(file)
    fsyncSync(root)
    writeSync(file, 'y'.repeat(1024), 0)
    writeFileSync(join(inside, 'new'), 'new')
    renameSync(join(inside, 'new'), join(folder.path, 'moved'))

    const disk = new Disk()
    for (const change of readRecord(folder.log)) disk.apply(change)
    const image = (survival: Survival) => {
      const path = join(scratch.path, survival)
      disk.writeImage(path, survival, new Random('image', 1))
      const names = [...new Bun.Glob('**').scanSync({ cwd: path, onlyFiles: false })].sort()
      return [names, readFileSync(join(path, 'synced'), 'utf8')]
    }
    expect(image('none')).toEqual([['inside', 'synced'], 'x'.repeat(1024)])
    expect(image('all')).toEqual([['inside', 'moved', 'synced'], 'y'.repeat(1024)])
    const torn = Array.from({ length: 100 }, (_, round) => {
      disk.writeImage(join(scratch.path, 'torn'), 'torn', new Random('torn', round))
      return readFileSync(join(scratch.path, 'torn/synced'), 'utf8').replace(/(.)\1{511}/g, '$1')
    })
    expect(new Set(torn)).toEqual(new Set(['xx', 'xy', 'yx', 'yy']))
  })
})

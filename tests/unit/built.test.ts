import { afterAll, beforeAll, expect, test } from 'bun:test'
import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json'
import { temporaryFolder } from '../support/operator'

const root = join(import.meta.dir, '../..')
const folder = temporaryFolder()
const copy = (name: string) => join(folder.path, name)
afterAll(folder.remove)

// A copy of the sources, and in place of the built program one that only says so.
beforeAll(async () => {
  for (const name of ['src', 'db', 'package.json', 'bun.lock', 'bunfig.toml'])
    cpSync(join(root, name), copy(name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), copy('node_modules'))
  mkdirSync(copy('dist'))
  writeFileSync(copy('dist/program.js'), 'exports.command = () => { console.log("as built"); return 0 }')
  const { fingerprint } = await import(copy('src/main/built.ts'))
  writeFileSync(copy('dist/program.stamp'), fingerprint())
})

async function version(): Promise<string> {
  const child = Bun.spawn([process.execPath, 'src/cli.ts', '--version'], { cwd: folder.path, stdout: 'pipe' })
  return (await new Response(child.stdout).text()).trim()
}

test('the built program is run as long as its sources are these, and not any more after a change', async () => {
  expect(await version()).toBe('as built')
  appendFileSync(copy('src/errors.ts'), '\n')
  expect(await version()).toBe(packageJson.version)
})

test('without a built program the sources are run', async () => {
  rmSync(copy('dist'), { recursive: true })
  expect(await version()).toBe(packageJson.version)
})

import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'

const root = join(import.meta.dir, '../..')

/** Where the program is built to: one file, beside it what it reads at run time, and what it was built from. */
export const BUILT = {
  folder: join(root, 'dist'),
  program: join(root, 'dist/program.js'),
  stamp: join(root, 'dist/program.stamp'),
}

/** The commit that the program is built from; empty where the sources came without their history. */
export function builtFrom(): string {
  const git = Bun.which('git')
  if (git === null) return ''
  const { success, stdout } = Bun.spawnSync([git, 'rev-parse', '--short=12', 'HEAD'], { cwd: root, stderr: 'ignore' })
  return success ? stdout.toString().trim() : ''
}

/** Unlike the times of sources, it tells an older version that was unpacked over a newer one, and another Bun. */
const madeBy = (): string => `${version}, Bun ${Bun.version}`

export function noteBuild(began: Date): void {
  writeFileSync(BUILT.stamp, madeBy())
  utimesSync(BUILT.stamp, began, began)
}

export function isBuilt(): boolean {
  const builtAt = statSync(BUILT.stamp, { throwIfNoEntry: false })?.mtimeMs
  if (builtAt === undefined || readFileSync(BUILT.stamp, 'utf8') !== madeBy()) return false
  return !MADE_FROM.some((name) => isNewer(join(root, name), builtAt))
}

const MADE_FROM = ['src', 'db', 'package.json', 'bun.lock']

/** A folder changes with the names in it. */
function isNewer(path: string, builtAt: number): boolean {
  const found = statSync(path)
  if (found.mtimeMs > builtAt) return true
  return found.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), builtAt))
}

/** The built program starts in a third of the time. It is used only if it is from these sources. */
export const program = (): Promise<typeof import('./program')> =>
  isBuilt() ? import(BUILT.program) : import('./program')

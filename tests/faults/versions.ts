import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './server'

const git = (...args: string[]) => {
  const { stdout, success } = Bun.spawnSync(['git', ...args], { cwd: checkout, stderr: 'ignore' })
  return success ? stdout.toString().trim() : ''
}

/** The versions before this one that the history knows, by their tags; `UPGRADE_FROM=` names others, by any name of git. */
export const formerVersions: readonly string[] =
  process.env.UPGRADE_FROM?.split(',') ??
  git('tag', '--list', 'v*', '--sort=version:refname', '--merged', 'HEAD')
    .split('\n')
    .filter((tag) => tag !== '' && git('rev-parse', `${tag}^{commit}`) !== git('rev-parse', 'HEAD'))

/** Writes the sources of a version into a folder, with its packages. */
export function checkOut(version: string, folder: string) {
  mkdirSync(folder, { recursive: true })
  const run = (command: string[]) => {
    const { success, stderr } = Bun.spawnSync(command, { cwd: folder, stdout: 'ignore' })
    if (!success) throw new Error(`${command.join(' ')}: ${stderr}`)
  }
  const archive = join(folder, 'version.tar')
  run(['git', '-C', checkout, 'archive', '--output', archive, version])
  run(['tar', '-xf', archive])
  run([process.execPath, 'install', '--frozen-lockfile'])
}

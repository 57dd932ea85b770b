/**
 * Compares docs/openapi.json with the one of the last release, its tag. Exits with 1 if a change breaks clients and the
 * version does not say so, or the changelog does not. docs/clients.md is the policy.
 */
import { join } from 'node:path'
import { verdict } from './verdict'

const root = join(import.meta.dir, '../..')

function git(...args: string[]): string | undefined {
  const { success, stdout } = Bun.spawnSync(['git', ...args], { cwd: root, stderr: 'ignore' })
  return success ? stdout.toString() : undefined
}

const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', '--match', '[0-9]*')?.trim()
const { failed, lines } = verdict({
  tag,
  before: tag && git('show', `${tag}:docs/openapi.json`),
  after: await Bun.file(join(root, 'docs/openapi.json')).text(),
  changelog: await Bun.file(join(root, 'CHANGELOG.md')).text(),
})
process.stderr.write(`${lines.join('\n')}\n`)
if (failed) process.exitCode = 1

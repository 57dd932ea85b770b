import { existsSync, readFileSync } from 'node:fs'
import { CommandFailed } from './run'

const IDENTITY = /^AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]+$/

/** The identities in a file that `age-keygen` wrote. */
export function readIdentities(file: string): string[] {
  if (!existsSync(file)) throw new CommandFailed(`There is no file ${file}.`, 2)
  const lines = readFileSync(file, 'utf8').split('\n')
  const identities = lines.map((line) => line.trim()).filter((line) => IDENTITY.test(line))
  if (identities.length === 0)
    throw new CommandFailed(`${file} holds no identity of age, a line that begins with AGE-SECRET-KEY-1.`, 2)
  return identities
}

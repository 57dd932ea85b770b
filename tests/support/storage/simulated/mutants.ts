import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mutants from './mutants.json'
import type { Program } from './simulation'

/** A planted fault: one place of the write queue or the log sync, changed. */
export type Mutant = { name: string; file: (typeof FILES)[number]; from: string; to: string }

/** Parts of the write queue, without those that its tests replace. */
const FILES = ['write-queue', 'group-commit', 'transaction-callback', 'log-sync'] as const

export const MUTANTS = mutants as readonly Mutant[]

const db = join(import.meta.dir, '../../../../db')

/** Imports the program with the mutant planted; its files go into `folder`. */
export async function plant(mutant: Mutant | undefined, folder: string): Promise<Program> {
  const copies = join(folder, `planted-${Bun.randomUUIDv7()}`)
  mkdirSync(copies)
  for (const file of FILES) {
    const source = readFileSync(join(db, `${file}.ts`), 'utf8')
    const planted = mutant?.file === file ? changed(source, mutant) : source
    const path = (name: string) => ((FILES as readonly string[]).includes(name) ? `./${name}` : `${db}/${name}`)
    writeFileSync(
      join(copies, `${file}.ts`),
      planted.replace(/from '\.\/([\w-]+)'/g, (_, name) => `from '${path(name)}'`),
    )
  }
  const { WriteQueue } = await import(join(copies, 'write-queue.ts'))
  const { LogSync } = await import(join(copies, 'log-sync.ts'))
  return { WriteQueue, LogSync }
}

function changed(source: string, { name, file, from, to }: Mutant) {
  if (source.split(from).length !== 2)
    throw new Error(`"${name}" is to change one place of db/${file}.ts, which is not there once: ${from}`)
  return source.replace(from, () => to)
}

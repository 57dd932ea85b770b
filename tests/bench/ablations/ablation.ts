import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '../requests'

/** One place of the sources, and what stands there when the device is off. */
export type Edit = { file: string; from: string; to: string }

/** An operation, or a read that nineteen of twenty requests are, beside votes and comments. */
export type Row = Operation | 'feedBesideWrites' | 'byHotBesideWrites'

/** Something that is there to make Quad faster, or smaller. */
export type Device = {
  /** What it does. */
  does: string
  edits: readonly Edit[]
  /** What it is there for. */
  rows: readonly Row[]
  /** Other devices that hide it, off on both sides. */
  beside?: readonly string[]
}

const root = join(import.meta.dir, '../../..')

/**
 * The source with the edits of its file. Throws where one does not fit exactly once: then the device has changed, and
 * its ablation has to change with it.
 */
export function ablated(file: string, edits: readonly Edit[], text = readFileSync(join(root, file), 'utf8')): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((source, { from, to }) => {
      const parts = source.split(from)
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, and not once: ${from}`)
      return parts.join(to)
    }, text)
}

import { readFileSync } from 'node:fs'

const KINDS = [
  'none',
  'write',
  'truncate',
  'create',
  'mkdir',
  'rename',
  'unlink',
  'rmdir',
  'link',
  'sync',
  'sync-failed',
  'symlink',
] as const

/** One change as the file system recorded it; filesystem.h describes the fields. */
export type Change = {
  kind: (typeof KINDS)[number]
  sequence: number
  node: number
  parent: number
  offset: number
  covers: number
  name: string
  data: Uint8Array
  /** Where the record ends in the log: what was acknowledged at that size or later came after it. */
  end: number
}

/** The fixed fields of a record. */
const HEAD = 56

/** Reads the log of a recording file system. */
export function readRecord(file: string): Change[] {
  const bytes = readFileSync(file)
  const changes: Change[] = []
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const nameSize = bytes.readUInt32LE(at + 4)
    const [dataSize, sequence, node, parent, offset, covers] = Array.from({ length: 6 }, (_, index) =>
      Number(bytes.readBigUInt64LE(at + 8 + 8 * index)),
    ) as [number, number, number, number, number, number]
    const name = bytes.toString('utf8', at + HEAD, at + HEAD + nameSize)
    const data = bytes.subarray(at + HEAD + nameSize, at + HEAD + nameSize + dataSize)
    const end = at + HEAD + nameSize + dataSize
    changes.push({ kind: KINDS[bytes.readUInt32LE(at)]!, sequence, node, parent, offset, covers, name, data, end })
    at = end
  }
  return changes
}

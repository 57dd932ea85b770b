import { expect } from 'bun:test'
import { inflateRawSync } from 'node:zlib'

type Unzipped = { name: string; text: string; bytes: Buffer }

/** What the directory at the end of an archive leads to. */
export function unzip(archive: Buffer): Unzipped[] {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  const files: Unzipped[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size, length, from] = [20, 24, 28, 42].map((field) =>
      field === 28 ? archive.readUInt16LE(at + field) : archive.readUInt32LE(at + field),
    ) as [number, number, number, number]
    const name = archive.subarray(at + 46, at + 46 + length).toString()
    const body = archive.subarray(from + 30 + length, from + 30 + length + packed)
    const bytes = inflateRawSync(body)
    expect([bytes.length, Bun.hash.crc32(bytes)]).toEqual([size, archive.readUInt32LE(at + 16)])
    files.push({ name, text: bytes.toString(), bytes })
    at += 46 + length
  }
  return files
}

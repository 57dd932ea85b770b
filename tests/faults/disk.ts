import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from './random'
import type { Change } from './record'

/**
 * What of the changes that no sync had covered has reached the disk when the power goes:
 * `none`; `all` (a killed process); all up to a moment, as on a file system that keeps their order; any of them; any
 * 512 bytes of any of them.
 */
export const SURVIVALS = ['none', 'all', 'until', 'some', 'torn'] as const
export type Survival = (typeof SURVIVALS)[number]

const SECTOR = 512

type Write = { sequence: number; offset: number; data: Uint8Array } | { sequence: number; truncate: number }

type File = { kind: 'file'; mode: number; content: Content; pending: Write[] }
type Folder = { mode: number; entries: Map<string, number> }
type Link = { kind: 'link'; target: string }

/** Names that change together or not at all: a rename takes one away and gives another. */
type Naming = { sequence: number; edits: { folder: number; name: string; node: number | undefined }[] }

/** Bytes that grow. */
class Content {
  #bytes: Uint8Array
  #size: number

  constructor(bytes = new Uint8Array(0)) {
    this.#bytes = bytes
    this.#size = bytes.length
  }

  get bytes() {
    return this.#bytes.subarray(0, this.#size)
  }

  copy(): Content {
    return new Content(this.bytes.slice())
  }

  apply(write: Write) {
    if ('truncate' in write) this.#resize(write.truncate)
    else this.put(write.offset, write.data)
  }

  put(offset: number, data: Uint8Array) {
    if (offset + data.length > this.#size) this.#resize(offset + data.length)
    this.#bytes.set(data, offset)
  }

  #resize(size: number) {
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#bytes.length))
      larger.set(this.bytes)
      this.#bytes = larger
    }
    // What is cut off reads as zeros when the file grows again.
    if (size < this.#size) this.#bytes.fill(0, size, this.#size)
    this.#size = size
  }
}

const ROOT = 1

/**
 * A disk that was empty when its record began. A sync of a file covers its content; its name is covered by a sync of
 * the folder alone, as POSIX has it.
 */
export class Disk {
  readonly #files = new Map<number, File | Link>()
  /** As they are on the disk, and as the processes see them. */
  readonly #folders = new Map<number, Folder>([[ROOT, { mode: 0o700, entries: new Map() }]])
  readonly #seen = new Map<number, Map<string, number>>([[ROOT, new Map()]])
  #namings: Naming[] = []
  #sequence = 0

  apply(change: Change) {
    const { kind, sequence, node, parent, offset, covers, name, data } = change
    this.#sequence = sequence
    const mode = offset & 0o777
    if (kind === 'write') this.#file(node).pending.push({ sequence, offset, data })
    else if (kind === 'truncate') this.#file(node).pending.push({ sequence, truncate: offset })
    else if (kind === 'sync') this.#sync(node, covers)
    else if (kind === 'sync-failed') this.#lose(node, covers)
    else if (kind === 'rename') {
      const [from = '', to = ''] = name.split('/')
      const moved = this.#entries(parent).get(from)
      this.#rename(sequence, [
        { folder: parent, name: from, node: undefined },
        { folder: offset, name: to, node: moved },
      ])
    } else if (kind === 'unlink' || kind === 'rmdir')
      this.#rename(sequence, [{ folder: parent, name, node: undefined }])
    else {
      if (kind === 'mkdir') {
        this.#folders.set(node, { mode, entries: new Map() })
        this.#seen.set(node, new Map())
      } else if (kind === 'symlink') this.#files.set(node, { kind: 'link', target: Buffer.from(data).toString() })
      else if (kind === 'create') this.#files.set(node, { kind: 'file', mode, content: new Content(), pending: [] })
      this.#rename(sequence, [{ folder: parent, name, node }])
    }
  }

  /** Writes what the disk has after a power cut to a folder. */
  writeImage(path: string, survival: Survival, random: Random) {
    const uncovered = [...this.#files.values()].reduce(
      (count, file) => count + (file.kind === 'file' ? file.pending.length : 0),
      this.#namings.length,
    )
    const until = this.#sequence - random.below(Math.max(1, Math.min(this.#sequence, 2 * uncovered)))
    const survives = ({ sequence }: { sequence: number }) => {
      if (survival === 'none' || survival === 'all') return survival === 'all'
      return survival === 'until' ? sequence <= until : random.chance(0.5)
    }
    const names = new Map([...this.#folders].map(([node, { entries }]) => [node, new Map(entries)]))
    for (const naming of this.#namings) if (survives(naming)) edit(names, naming)
    const contentOf = (file: File) => {
      const content = file.content.copy()
      for (const write of file.pending) {
        if (!survives(write)) continue
        if (survival === 'torn' && 'data' in write) putTorn(content, write.offset, write.data, random)
        else content.apply(write)
      }
      return content.bytes
    }
    const writeFolder = (folder: string, node: number) => {
      mkdirSync(folder, { recursive: true })
      for (const [name, child] of names.get(node) ?? []) {
        const file = this.#files.get(child)
        if (this.#folders.has(child)) writeFolder(join(folder, name), child)
        else if (file?.kind === 'link') symlinkSync(file.target, join(folder, name))
        else if (file?.kind === 'file') writeFileSync(join(folder, name), contentOf(file), { mode: file.mode })
      }
      chmodSync(folder, this.#folders.get(node)?.mode ?? 0o700)
    }
    writeFolder(path, ROOT)
  }

  #file(node: number): File {
    const file = this.#files.get(node)
    if (file?.kind !== 'file') throw new Error(`the record changes ${node}, which is no file`)
    return file
  }

  #entries(folder: number): Map<string, number> {
    const entries = this.#seen.get(folder)
    if (entries === undefined) throw new Error(`the record names ${folder}, which is no folder`)
    return entries
  }

  #rename(sequence: number, edits: Naming['edits']) {
    const naming = { sequence, edits }
    edit(this.#seen, naming)
    this.#namings.push(naming)
  }

  #sync(node: number, covers: number) {
    const file = this.#files.get(node)
    if (file?.kind === 'file') {
      for (const write of file.pending) if (write.sequence <= covers) file.content.apply(write)
      file.pending = file.pending.filter(({ sequence }) => sequence > covers)
    }
    if (!this.#folders.has(node)) return
    const isCovered = ({ sequence, edits }: Naming) => sequence <= covers && edits.some(({ folder }) => folder === node)
    const onDisk = new Map([...this.#folders].map(([each, { entries }]) => [each, entries]))
    for (const naming of this.#namings) if (isCovered(naming)) edit(onDisk, naming)
    this.#namings = this.#namings.filter((naming) => !isCovered(naming))
  }

  /** The kernel takes the pages that it could not write for clean: no later sync writes them. */
  #lose(node: number, covers: number) {
    const file = this.#files.get(node)
    if (file?.kind === 'file') file.pending = file.pending.filter(({ sequence }) => sequence > covers)
  }
}

function edit(folders: Map<number, Map<string, number>>, { edits }: Naming) {
  for (const { folder, name, node } of edits) {
    if (node === undefined) folders.get(folder)?.delete(name)
    else folders.get(folder)?.set(name, node)
  }
}

function putTorn(content: Content, offset: number, data: Uint8Array, random: Random) {
  // Sectors are those of the disk, whose first byte is the file's.
  for (let at = 0; at < data.length; ) {
    const next = Math.min(data.length, at + SECTOR - ((offset + at) % SECTOR))
    if (random.chance(0.5)) content.put(offset + at, data.subarray(at, next))
    at = next
  }
}

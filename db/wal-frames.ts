/** https://sqlite.org/fileformat2.html#walformat */
export const walHeaderBytes = 32
const frameHeaderBytes = 24
/** A frame with a page of Quad's. */
export const walFrameBytes = frameHeaderBytes + 4096
/** Checksums over little-endian words, as SQLite writes them on every machine that Bun runs on. */
const littleEndianMagic = 0x377f0682
const smallestPage = 512

/** Counts the frames of a write-ahead log that SQLite would recover, as they are read from its start. */
export class WalFrames {
  /** Bytes from one frame to the next. */
  readonly frameBytes: number
  /** Up to the last commit whose frames all have the right checksums. */
  committed = 0
  readonly #salts: Uint32Array
  #sums: readonly [number, number]
  #read = 0
  #isValid: boolean

  constructor(header: Uint8Array) {
    const field = (offset: number) => new DataView(header.buffer, header.byteOffset).getUint32(offset)
    this.frameBytes = frameHeaderBytes + Math.max(field(8), smallestPage)
    this.#salts = Uint32Array.of(field(16), field(20))
    this.#sums = checksum(header, 0, 24, [0, 0])
    this.#isValid = field(0) === littleEndianMagic && this.#sums[0] === field(24) && this.#sums[1] === field(28)
  }

  /** The next frames, whole ones. */
  add(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; this.#isValid && at + this.frameBytes <= bytes.length; at += this.frameBytes) {
      const field = (offset: number) => view.getUint32(at + offset)
      this.#sums = checksum(bytes, at, 8, this.#sums)
      this.#sums = checksum(bytes, at + frameHeaderBytes, this.frameBytes - frameHeaderBytes, this.#sums)
      const hasSalts = field(8) === this.#salts[0] && field(12) === this.#salts[1]
      this.#isValid = hasSalts && field(16) === this.#sums[0] && field(20) === this.#sums[1]
      if (!this.#isValid) return
      this.#read++
      if (field(4) !== 0) this.committed = this.#read
    }
  }
}

type Sums = readonly [number, number]

function checksum(bytes: Uint8Array, offset: number, length: number, [before0, before1]: Sums): Sums {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + offset, length / 4)
  let s0 = before0 | 0
  let s1 = before1 | 0
  for (let n = 0; n < words.length; n += 2) {
    s0 = (s0 + (words[n] ?? 0) + s1) | 0
    s1 = (s1 + (words[n + 1] ?? 0) + s0) | 0
  }
  return [s0 >>> 0, s1 >>> 0]
}

/** What a format tells of an image; `end` is where the image ends in the file. */
export type Layout = { width: number; height: number; end: number }

/** The file breaks off, or is not built as its format demands. */
export class Broken extends Error {
  override name = 'Broken'
}

/** Reads numbers and marks, and throws Broken behind the end of the file. */
export class Bytes {
  readonly #view: DataView

  constructor(readonly all: Uint8Array) {
    this.#view = new DataView(all.buffer, all.byteOffset, all.byteLength)
  }

  get length(): number {
    return this.all.byteLength
  }

  private within(at: number, size: number): number {
    if (at < 0 || at + size > this.length) throw new Broken()
    return at
  }

  u8 = (at: number): number => this.#view.getUint8(this.within(at, 1))
  u16 = (at: number): number => this.#view.getUint16(this.within(at, 2))
  u32 = (at: number): number => this.#view.getUint32(this.within(at, 4))
  u16le = (at: number): number => this.#view.getUint16(this.within(at, 2), true)
  u24le = (at: number): number => this.u16le(at) + this.u8(at + 2) * 0x1_0000
  u32le = (at: number): number => this.#view.getUint32(this.within(at, 4), true)

  /** The bytes as letters, one each. */
  mark(at: number, size: number): string {
    const start = this.within(at, size)
    return Buffer.from(this.all.buffer, this.all.byteOffset + start, size).toString('latin1')
  }
}

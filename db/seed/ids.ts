/** Four hexadecimal digits of every 16-bit number. */
const HEX = Array.from({ length: 0x1_0000 }, (_, number) => number.toString(16).padStart(4, '0'))

const quad = (bits: number): string => HEX[bits & 0xffff] as string

/** The finalizer of MurmurHash3: every bit of the answer depends on every bit of the number. */
function mixed(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return bits ^ (bits >>> 16)
}

/**
 * Ids of one kind of record, by their number: the same number has the same id whenever it is asked for, so that millions
 * of them need not be kept.
 */
export class Ids {
  readonly #key: number

  constructor(seed: number, kind: string) {
    this.#key = Number(BigInt(Bun.hash(`${seed} ${kind}`)) & 0xffff_ffffn) | 0
  }

  /** A UUIDv7 (RFC 9562 §5.7) that tells `time`, in milliseconds since 1970. */
  v7(number: number, time: number): string {
    const [a, b, c] = this.#random(number)
    const high = Math.floor(time / 0x1_0000)
    const stamp = `${quad(high >>> 16)}${quad(high)}-${quad(time % 0x1_0000)}`
    return `${stamp}-${quad(0x7000 | (a & 0x0fff))}-${quad(0x8000 | ((a >>> 16) & 0x3fff))}-${quad(b >>> 16)}${quad(b)}${quad(c)}`
  }

  /** A UUIDv4 (RFC 9562 §5.4). */
  v4(number: number): string {
    const [a, b, c] = this.#random(number)
    const d = mixed((c + 0x9e37_79b9) | 0)
    return `${quad(a >>> 16)}${quad(a)}-${quad(b)}-${quad(0x4000 | ((b >>> 16) & 0x0fff))}-${quad(0x8000 | (d & 0x3fff))}-${quad(c >>> 16)}${quad(c)}${quad(d >>> 16)}`
  }

  #random(number: number): [number, number, number] {
    const a = mixed((number + this.#key) | 0)
    const b = mixed((a + Math.imul(number, 0x9e37_79b1) + 1) | 0)
    return [a, b, mixed((b + Math.imul(number, 0x85eb_ca77) + this.#key) | 0)]
  }
}

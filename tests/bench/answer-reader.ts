const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** Finds where an HTTP/1.1 answer ends, of answers that follow one another and tell their length or are chunked. */
export class AnswerReader {
  #held = Buffer.alloc(0)

  /** The status of the answer that these bytes complete; undefined while one is under way. */
  take(bytes: Uint8Array): number | undefined {
    this.#held = this.#held.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#held, bytes])
    const end = this.#held.indexOf(END_OF_HEAD)
    if (end === -1) return undefined
    const head = this.#held.toString('latin1', 0, end)
    const body = end + END_OF_HEAD.length
    const status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    const whole =
      length === undefined
        ? /\r\ntransfer-encoding: *chunked/i.test(head)
          ? this.#held.subarray(body).toString('latin1').endsWith('0\r\n\r\n')
          : true
        : this.#held.length >= body + Number(length)
    if (!whole) return undefined
    this.#held = Buffer.alloc(0)
    return status
  }
}

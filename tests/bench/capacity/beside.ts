import { type Reading, readProcess } from './processor'

/** A process beside the server that takes lines and says lines. */
export class Beside {
  readonly #child
  readonly #lines

  constructor(script: string, ...args: string[]) {
    this.#child = Bun.spawn([process.execPath, `${import.meta.dir}/${script}`, ...args], {
      env: { PATH: process.env.PATH },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const lines = async function* (stream: ReadableStream<Uint8Array>) {
      let held = ''
      const decoder = new TextDecoder()
      for await (const bytes of stream) {
        const parts = (held + decoder.decode(bytes, { stream: true })).split('\n')
        held = parts.pop() ?? ''
        yield* parts
      }
    }
    this.#lines = lines(this.#child.stdout)
  }

  get pid() {
    return this.#child.pid
  }

  read(): Reading {
    return readProcess(this.#child.pid)
  }

  order(line: unknown) {
    this.#child.stdin.write(`${JSON.stringify(line)}\n`)
    this.#child.stdin.flush()
  }

  async heard() {
    const { value, done } = await this.#lines.next()
    if (done === true || value === undefined) throw new Error('a process beside the server has ended')
    return value
  }

  async stop() {
    this.#child.kill()
    await this.#child.exited
  }
}

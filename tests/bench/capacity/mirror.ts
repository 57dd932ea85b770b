/**
 * A server that answers nothing but bytes: `bun mirror.ts <port> <file>`, where the file has whole answers, each after its
 * length. What the generator takes of the processors beside it is its own.
 */
import { AnswerReader } from '../answer-reader'

/** Whole answers as they came, one after the other. */
export function packed(answers: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(answers.reduce((sum, { length }) => sum + 4 + length, 0))
  let at = 0
  for (const answer of answers) {
    new DataView(bytes.buffer).setUint32(at, answer.length)
    bytes.set(answer, at + 4)
    at += 4 + answer.length
  }
  return bytes
}

export function unpacked(bytes: Uint8Array): Uint8Array[] {
  const answers: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at)
    answers.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return answers
}

/** The whole answer to one request, as it comes over the network. */
export function answerTo(port: number, request: Uint8Array): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const chunks: Uint8Array[] = []
  const reader = new AnswerReader()
  void Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (socket) => {
        socket.write(request)
      },
      data: (socket, bytes) => {
        chunks.push(Uint8Array.from(bytes))
        if (reader.take(bytes) === undefined) return
        socket.end()
        resolve(Buffer.concat(chunks))
      },
      error: (_, error) => reject(error),
    },
  }).catch(reject)
  return promise
}

if (import.meta.main) {
  const [, , port = '', file = ''] = process.argv
  const answers = unpacked(new Uint8Array(await Bun.file(file).arrayBuffer()))
  let next = 0
  // Nobody sends a second request before the answer, and all are short.
  Bun.listen({
    hostname: '127.0.0.1',
    port: Number(port),
    socket: {
      data: (socket) => {
        socket.write(answers[next++ % answers.length] as Uint8Array)
      },
    },
  })
  process.stdout.write('ready\n')
}

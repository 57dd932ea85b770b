// Runs commands of the operator one after another in this process, as it is told to, and says how each of them ended.
import { Readable } from 'node:stream'
import { quad } from '../../src/cli/quad'
import { reloadKeys } from '../../src/lib/crypto/keys'
import { dropAllCaches } from '../../src/lib/process/cache'
import type { Asked, Ran } from './operator'
import './weak-hashes'

/** Gathers what the stream is given, until `whole` asks for it. */
function gather(stream: NodeJS.WriteStream) {
  const { write } = stream
  const parts: string[] = []
  stream.write = (text) => parts.push(String(text)) > 0
  return {
    whole: () => {
      stream.write = write
      return parts.join('')
    },
  }
}

// Bun's own goes past the stream.
console.log = (text: string) => void process.stdout.write(`${text}\n`)

let isChanged = false

/** The configuration as this process was started with it, but for the changes; not read where there never are any. */
async function configure(changes: Asked['changes']) {
  if (changes === undefined && !isChanged) return
  isChanged = true
  const { config, readConfig } = await import('../../src/config')
  Object.assign(config, readConfig({ ...process.env, ...changes }))
}

process.on('message', async ({ args, changes, input = '' }: Asked) => {
  await configure(changes)
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
  // What others have done to the database and the keys meanwhile, another process would read.
  dropAllCaches()
  reloadKeys()
  const [stdout, stderr] = [gather(process.stdout), gather(process.stderr)]
  const status = await quad(args)
  process.send?.({ status, stdout: stdout.whole(), stderr: stderr.whole() } satisfies Ran)
})

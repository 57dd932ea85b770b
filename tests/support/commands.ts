// Runs commands of the operator one after another in this process and says how each ended, as one line of JSON. The
// commands are the lists of arguments that stdin holds. One that reads the configuration, where that is wrong, ends all.
import { quad } from '../../src/cli/quad'
import type { Ran } from './operator'

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

const ran: Ran[] = []
for (const args of JSON.parse(await Bun.stdin.text()) as string[][]) {
  const [stdout, stderr] = [gather(process.stdout), gather(process.stderr)]
  const status = await quad(args)
  ran.push({ status, stdout: stdout.whole(), stderr: stderr.whole() })
}
process.stdout.write(JSON.stringify(ran))

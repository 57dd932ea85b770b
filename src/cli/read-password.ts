import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandFailed } from './run'

/**
 * A password from the terminal, without echo, or the first line of stdin. Never an argument: those are in the shell's
 * history and in the list of processes.
 */
export async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY === true
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (terminal) process.stderr.write('Password: ')
  const lines = createInterface({ input: process.stdin, output: noEcho, terminal })
  try {
    for await (const line of lines) if (line !== '') return line
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
  throw new CommandFailed('This needs a password: type it in a terminal, or pipe it in.', 2)
}

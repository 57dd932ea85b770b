import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandFailed } from './run'

/**
 * A password from the terminal, typed unseen, or the first line of what is piped in.
 * @throws CommandFailed when there is none
 */
export async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY === true
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (terminal) process.stderr.write('Password: ')
  const lines = createInterface({ input: process.stdin, output: unseen, terminal })
  try {
    for await (const line of lines) if (line !== '') return line
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
  throw new CommandFailed('A new account needs a password: give --password, or pipe it in.', 2)
}

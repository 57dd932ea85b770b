import { createInterface } from 'node:readline'
import { defineCommand } from 'citty'
import { unsealWith } from '../lib/sealing'
import { readIdentities } from './identities'
import { type Answer, CommandFailed, printable } from './run'

export const unseal = defineCommand({
  args: {
    identity: { type: 'string', required: true, valueHint: 'FILE', description: 'The file that age-keygen wrote' },
    value: { type: 'positional', required: false, description: 'A sealed value; several come line by line from stdin' },
  },
  async *run({ args }): AsyncGenerator<string, Answer> {
    const identities = readIdentities(args.identity)
    const values = args.value === undefined ? await valuesFromInput() : [args.value]
    if (values.length === 0) throw new CommandFailed('This needs a sealed value: as an argument, or from stdin.', 2)
    const addresses: string[] = []
    for (const value of values) {
      const address = printable(await opened(identities, value))
      addresses.push(address)
      yield address
    }
    return { data: { addresses }, text: [] }
  },
})

async function valuesFromInput(): Promise<string[]> {
  const values: string[] = []
  for await (const line of createInterface({ input: process.stdin })) if (line.trim() !== '') values.push(line.trim())
  return values
}

async function opened(identities: readonly string[], value: string): Promise<string> {
  try {
    return await unsealWith(identities, value)
  } catch {
    throw new CommandFailed('A value was sealed for another identity, or it is not whole.')
  }
}

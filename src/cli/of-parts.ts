import { type ArgsDef, defineCommand } from 'citty'
import { parts } from '../ground/parts'
import { flag, option } from './args'
import { CommandFailed } from './run'
import { withStorage } from './with-storage'

// Commands of parts: their words are here, because parts read the configuration; what they do is in the part.

function fail(message: string, status?: 1 | 2): never {
  throw new CommandFailed(message, status)
}

const ofPart = (name: string, args: ArgsDef) =>
  defineCommand({
    args,
    async run({ args }) {
      await import('../parts')
      const commands = await Promise.all(parts().map(({ commands }) => commands?.()))
      const command = commands.find((each) => each?.[name])?.[name]
      return command?.(args, { withStorage, fail }) ?? fail(`This Quad was built without what "${name}" is of.`)
    },
  })

export const score = ofPart('score', {})

export const learn = ofPart('learn', {
  check: flag(
    'Shows figures of decisions that were not learned: words alone, what Quad comes with, what is learned here',
  ),
  export: flag('Prints what is learned here'),
  import: option('Reads it from a file; it is in force at once, and until the next night that learns', 'FILE'),
})

import { type ArgsDef, defineCommand } from 'citty'
import { type Desk, parts } from '../ground/parts'
import { flag, option } from './args'
import { type Answer, CommandFailed } from './run'
import { withStorage } from './with-storage'

// Commands of parts: their words are here, what they do is in the part.

const desk: Desk = {
  withStorage,
  fail(message, status) {
    throw new CommandFailed(message, status)
  },
}

const ofPart = (name: string, args: ArgsDef) =>
  defineCommand({
    args,
    async run({ args }) {
      await import('../parts')
      const command = await parts()
        .find(({ commands }) => commands?.[name])
        ?.commands?.[name]?.()
      if (command === undefined) throw new CommandFailed(`This Quad was built without what "${name}" is of.`)
      return (await command(args as Record<string, string | boolean | undefined>, desk)) as Answer
    },
  })

export const score = ofPart('score', {})

export const learn = ofPart('learn', {
  check: flag(
    'Shows figures of decisions that were not learned: words alone, what Quad comes with, what is learned here',
  ),
  export: option('Writes what is learned here into a new file', 'FILE'),
  import: option('Reads such a file; it is in force at once, and until the next night that learns', 'FILE'),
  reset: flag('Deletes what is learned here, and the decisions that it was learned from'),
})

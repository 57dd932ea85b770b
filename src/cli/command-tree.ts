import type { ArgDef, ArgsDef, CommandDef } from 'citty'
import { optionsOf, resolved } from './run'

export type CommandOption = {
  name: string
  description: string
  /** What its value is; undefined for a switch. */
  value: string | undefined
  /** The values that there are, if they are few. */
  choices: readonly string[]
  isRequired: boolean
}

/** A command as completion and the manual need it. */
export type CommandNode = {
  /** The words after the program's name. */
  words: readonly string[]
  description: string
  options: CommandOption[]
  /** Its values without a name. */
  positionals: CommandOption[]
  subCommands: CommandNode[]
}

/** The commands that are shown, from the definitions that they run by. */
export async function commandTree(command: CommandDef<ArgsDef>, words: readonly string[] = []): Promise<CommandNode> {
  const subCommands = Object.entries((await resolved(command.subCommands)) ?? {})
  const nodes = await Promise.all(
    subCommands.map(async ([name, sub]) => {
      const found = (await resolved(sub)) as CommandDef<ArgsDef>
      return (await resolved(found.meta))?.hidden ? [] : [await commandTree(found, [...words, name])]
    }),
  )
  const args = Object.entries(await optionsOf(command)).map(([name, definition]) => describeOption(name, definition))
  return {
    words,
    description: (await resolved(command.meta))?.description ?? '',
    options: args.filter(({ isPositional }) => !isPositional).map(({ option }) => option),
    positionals: args.filter(({ isPositional }) => isPositional).map(({ option }) => option),
    subCommands: nodes.flat(),
  }
}

function describeOption(name: string, definition: ArgDef): { option: CommandOption; isPositional: boolean } {
  const { type, description = '', required = false } = definition
  const choices = type === 'enum' ? (definition.options ?? []) : []
  const value = type === 'boolean' ? undefined : (definition.valueHint ?? (choices.join('|') || name.toUpperCase()))
  return { option: { name, description, value, choices, isRequired: required }, isPositional: type === 'positional' }
}

/** The tree as a list, a command before those below it. */
export const allCommands = (node: CommandNode): CommandNode[] => [node, ...node.subCommands.flatMap(allCommands)]

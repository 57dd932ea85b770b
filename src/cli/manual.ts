import { type ArgsDef, type CommandDef, defineCommand } from 'citty'
import { version } from '../../package.json'
import { VARIABLES, type Variable } from '../config/variables'
import { allCommands, type CommandNode, type CommandOption, commandTree } from './command-tree'
import type { Answer } from './run'

/** The command that prints the manual of `root`. */
export function manualOf(root: CommandDef<ArgsDef>) {
  return defineCommand({
    async run(): Promise<Answer> {
      const page = manualPage(await commandTree(root))
      return { data: { page }, text: page }
    },
  })
}

/** For roff: ASCII, in which no hyphen becomes a dash, and no word a request. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '')
    .replace(/^(?=[.'])/gm, '\\&')
    .replace(/[^\n -~]/gu, (sign) => `\\[u${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`)

/** A manual page in the macros of man(7), from the definitions of the commands and of the variables. */
export function manualPage(tree: CommandNode): string {
  const commands = allCommands(tree).filter(({ options }) => options.length > 0)
  return [
    `.TH QUAD 1 "" "Quad ${roff(version)}" "Commands for the operator"`,
    '.SH NAME',
    'quad \\- a community server for one college',
    '.SH SYNOPSIS',
    '.B quad',
    '.I COMMAND',
    roff('[--json] [OPTION ...]'),
    '.SH DESCRIPTION',
    roff('Without arguments the executable serves, as the command serve does. From the sources it is "bun quad".'),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH ENVIRONMENT',
    roff('A file that NAME_FILE gives holds a secret instead of the variable NAME.'),
    ...Object.entries(VARIABLES).flatMap(variableLines),
    '.SH EXIT STATUS',
    roff('0 for success, 1 for failure, 2 for wrong usage or a wrong configuration.'),
  ].join('\n')
}

const usageOf = ({ name, value, isRequired }: CommandOption, isPositional: boolean): string => {
  const text = isPositional ? name.toUpperCase() : value === undefined ? `--${name}` : `--${name} ${value}`
  return isRequired ? text : `[${text}]`
}

function commandLines({ words, description, options, positionals }: CommandNode): string[] {
  const own = options.filter(({ name }) => name !== 'help' && name !== 'json')
  const usage = [
    ...own.map((option) => usageOf(option, false)),
    ...positionals.map((option) => usageOf(option, true)),
  ].join(' ')
  return [
    '.TP',
    `.B ${roff(words.join(' '))}`,
    roff(`${description}.`),
    ...(usage === '' ? [] : ['.br', `.I ${roff(usage)}`]),
    ...[...own, ...positionals].flatMap((option) => [
      '.RS',
      '.TP',
      `.B ${roff(positionals.includes(option) ? option.name.toUpperCase() : `--${option.name}`)}`,
      roff(`${option.description}.`),
      '.RE',
    ]),
  ]
}

function variableLines([name, { description, default: fallback, otherwise, secret }]: [string, Variable]): string[] {
  const standard = fallback ?? otherwise
  const notes = [...(standard === undefined ? [] : [`Default: ${standard}.`]), ...(secret ? ['A secret.'] : [])]
  return ['.TP', `.B ${name}`, roff([`${description}.`, ...notes].join(' '))]
}

import { type ArgDef, type ArgsDef, type CommandDef, defineCommand } from 'citty'
import { version } from '../../package.json'
import { VARIABLES, type Variable } from '../config/variables'
import { type Answer, optionsOf, resolved } from './run'

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
  const described = Object.entries(await optionsOf(command)).map(([name, definition]) =>
    describeOption(name, definition),
  )
  const { true: positionals = [], false: options = [] } = Object.groupBy(described, (each) => `${each.isPositional}`)
  return {
    words,
    description: (await resolved(command.meta))?.description ?? '',
    options,
    positionals,
    subCommands: nodes.flat(),
  }
}

/** `value`: what it is, undefined for a switch; `choices`: the values that there are, if they are few. */
function describeOption(name: string, definition: ArgDef) {
  const { type, description = '', required: isRequired = false } = definition
  const choices = type === 'enum' ? (definition.options ?? []) : []
  const value = type === 'boolean' ? undefined : definition.valueHint || choices.join('|') || name.toUpperCase()
  return { name, description, value, choices, isRequired, isPositional: type === 'positional' }
}
type CommandOption = ReturnType<typeof describeOption>

/** The tree as a list, a command before those below it. */
export const allCommands = (node: CommandNode): CommandNode[] => [node, ...node.subCommands.flatMap(allCommands)]

// Completion for the program under the name `quad`. Each shell first finds the command of the words so far, as a path.

export function completionOf(root: CommandDef<ArgsDef>) {
  const printing = (shell: string, where: string, script: (tree: CommandNode) => string) =>
    defineCommand({
      meta: { name: shell, description: `Prints it for ${shell}: ${where}` },
      async run(): Promise<Answer> {
        const text = script(await commandTree(root))
        return { data: { shell, script: text }, text }
      },
    })
  return defineCommand({
    subCommands: {
      bash: printing('bash', 'eval "$(quad completion bash)" in .bashrc', bashCompletion),
      zsh: printing('zsh', 'a file _quad in a folder of $fpath', zshCompletion),
      fish: printing('fish', '~/.config/fish/completions/quad.fish', fishCompletion),
    },
  })
}

const pathOf = ({ words }: CommandNode): string => words.map((word) => `/${word}`).join('')
const nameOf = ({ words }: CommandNode): string => words.at(-1) ?? ''
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The paths below the root, as alternatives of a `case`. */
const knownPaths = (tree: CommandNode): string => allCommands(tree).slice(1).map(pathOf).join('|')

const offered = (node: CommandNode): string[] => [
  ...node.subCommands.map(nameOf),
  ...node.options.map(({ name }) => `--${name}`),
]

export function bashCompletion(tree: CommandNode): string {
  const nodes = allCommands(tree)
  const choices = nodes.flatMap((node) =>
    node.options
      .filter((option) => option.value !== undefined)
      .map(({ name, choices }) => `    ${quoted(`${pathOf(node)} --${name}`)}) words=${quoted(choices.join(' '))} ;;`),
  )
  const words = nodes.map((node) => {
    const onlyOptions = node.positionals.length > 0 ? '[[ $cur == -* ]] && ' : ''
    return `      ${quoted(pathOf(node))}) ${onlyOptions}words=${quoted(offered(node).join(' '))} ;;`
  })
  return `# Without words of ours bash completes names of files.
_quad() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at= words= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at/$word" in
      ${knownPaths(tree)}) at="$at/$word" ;;
    esac
  done
  case "$at $prev" in
${choices.join('\n')}
    *) case "$at" in
${words.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _quad quad`
}

/** Brackets and colons part the fields of zsh. */
const zshText = (text: string): string => text.replace(/[\\[\]:]/g, '\\$&')

function zshOption({ name, description, value, choices }: CommandOption): string {
  const values =
    value === undefined ? '' : `:${zshText(value)}:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}`
  return quoted(`--${name}[${zshText(description)}]${values}`)
}

export function zshCompletion(tree: CommandNode): string {
  const cases = allCommands(tree).map((node) => {
    const commands = node.subCommands.map((sub) => quoted(`${nameOf(sub)}:${zshText(sub.description)}`))
    const describe = commands.length > 0 ? [`commands=(${commands.join(' ')}); _describe command commands`] : []
    const files = commands.length > 0 ? [] : ["'*:file:_files'"]
    const options = node.options.map(zshOption)
    const complete = options.length > 0 ? [`_arguments ${[...options, ...files].join(' ')}`] : []
    return `    ${quoted(pathOf(node))}) ${[...describe, ...complete].join('; ')} ;;`
  })
  return `#compdef quad
_quad() {
  local at= word
  local -a commands
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in
      ${knownPaths(tree)}) at="$at/$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _quad ]; then _quad "$@"; else compdef _quad quad; fi`
}

/** Inside single quotes fish knows two escapes. */
const fishText = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

export function fishCompletion(tree: CommandNode): string {
  const lines = allCommands(tree).flatMap((node) => {
    const begin = `complete -c quad -n ${fishText(`__quad_at ${pathOf(node) || '/'}`)}`
    const commands = node.subCommands.map(
      (sub) => `${begin} -f -a ${fishText(nameOf(sub))} -d ${fishText(sub.description)}`,
    )
    const options = node.options.map(({ name, description, value, choices }) => {
      const values = value === undefined ? '' : choices.length > 0 ? ` -x -a ${fishText(choices.join(' '))}` : ' -r'
      return `${begin} -l ${name}${values} -d ${fishText(description)}`
    })
    return [...commands, ...options]
  })
  const paths = allCommands(tree).slice(1).map(pathOf).join(' ')
  return `function __quad_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        if contains -- $at/$word ${paths}
            set at $at/$word
        end
    end
    test "/"(string trim -l -c / -- $at) = $argv[1]
end
${lines.join('\n')}`
}

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

const signOf = ({ name, isPositional }: CommandOption): string => (isPositional ? name.toUpperCase() : `--${name}`)

function usageOf(option: CommandOption): string {
  const { value, isRequired, isPositional } = option
  const text = isPositional || value === undefined ? signOf(option) : `${signOf(option)} ${value}`
  return isRequired ? text : `[${text}]`
}

function commandLines({ words, description, options, positionals }: CommandNode): string[] {
  const own = [...options.filter(({ name }) => name !== 'help' && name !== 'json'), ...positionals]
  return [
    '.TP',
    `.B ${roff(words.join(' '))}`,
    roff(`${description}.`),
    ...(own.length === 0 ? [] : ['.br', `.I ${roff(own.map(usageOf).join(' '))}`]),
    ...own.flatMap((option) => ['.RS', '.TP', `.B ${roff(signOf(option))}`, roff(`${option.description}.`), '.RE']),
  ]
}

function variableLines([name, { description, default: fallback, otherwise, secret }]: [string, Variable]): string[] {
  const standard = fallback ?? otherwise
  const notes = [...(standard === undefined ? [] : [`Default: ${standard}.`]), ...(secret ? ['A secret.'] : [])]
  return ['.TP', `.B ${name}`, roff([`${description}.`, ...notes].join(' '))]
}

import { type ArgsDef, type CommandDef, defineCommand } from 'citty'
import { allCommands, type CommandNode, type CommandOption, commandTree } from './command-tree'
import type { Answer } from './run'

// Completion of what an operator types, for the program under the name `quad`. Each shell first finds the command that
// the words so far name, as a path such as `/admin/create`.

/** The command that prints the completion of `root` for a shell. */
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

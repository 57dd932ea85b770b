import { type ArgsDef, type CommandDef, renderUsage, runCommand } from 'citty'
import type { FieldError } from '../errors'
import { resolveMessage } from '../messages/message'

/** A command failed; the message is for the operator. */
export class CommandFailed extends Error {
  constructor(
    message: string,
    /** 1: it failed; 2: it was called wrongly. */
    readonly status: 1 | 2 = 1,
  ) {
    super(message)
  }
}

type Command = CommandDef<ArgsDef>
/** `trail` has the names of the commands above it. */
type Resolved = { command: Command; trail: string[]; rest: string[] }

/**
 * Runs the command that `args` name and returns the exit status: 0 for success, 1 for failure, 2 for wrong usage. Help
 * and output go to stdout, errors to stderr.
 */
export async function run(root: Command, args: string[]): Promise<number> {
  const { command, trail, rest } = await find(root, args)
  const usage = () => usageText(command, trail)
  if (args.includes('--version') && command === root) return say(String((await resolved(root.meta))?.version))
  const name = rest.find((each) => !each.startsWith('-'))
  if (rest.includes('--help') || rest.includes('-h')) return say(await usage())
  if (command.subCommands) {
    const wrong = name === undefined ? 'Which command?' : `There is no command "${name}".`
    return complain(`${wrong}\n\n${await usage()}`, 2)
  }
  const unknown = unknownOption(rest, (await resolved(command.args)) ?? {})
  if (unknown !== undefined) return complain(`${unknown}\n\n${await usage()}`, 2)
  return attempt(command, rest, usage)
}

async function attempt(command: Command, rest: string[], usage: () => Promise<string>): Promise<number> {
  try {
    const { result } = await runCommand(command, { rawArgs: rest })
    return typeof result === 'number' ? result : 0
  } catch (error) {
    if (error instanceof Error && error.name === 'CLIError')
      return complain(`${Bun.stripANSI(error.message)}\n\n${await usage()}`, 2)
    return failed(error)
  }
}

/** Loads what describes errors only now, because most commands succeed. */
async function failed(error: unknown): Promise<number> {
  if (error instanceof CommandFailed) return complain(error.message, error.status)
  const { AppError } = await import('../errors')
  if (error instanceof AppError) {
    const describe = ({ field, message }: FieldError) => `${optionFor(field)}: ${resolveMessage(message, 'en')}`
    const problems = error.errors?.map(describe).join('\n') ?? error.message
    return complain(problems, error.status === 400 ? 2 : 1)
  }
  const { plainFault } = await import('../lib/faults')
  return complain(
    plainFault(error) ?? `Unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    1,
  )
}

/** The option for a field: the domain of a college has another name here, and a password is no option. */
function optionFor(field: string): string {
  if (field === 'password') return field
  return `--${field === 'emailDomain' ? 'domain' : field.replace(/\..*/, '')}`
}

/** The command that the leading words name, and the remaining words. */
async function find(root: Command, args: string[]): Promise<Resolved> {
  let current: Resolved = { command: root, trail: [], rest: args }
  for (;;) {
    const [word = '', ...rest] = current.rest
    const subCommands = await resolved(current.command.subCommands)
    const sub = subCommands && Object.hasOwn(subCommands, word) ? await resolved(subCommands[word]) : undefined
    if (!sub) return current
    const name = (await resolved(current.command.meta))?.name ?? ''
    current = { command: sub, trail: [...current.trail, name], rest }
  }
}

async function usageText(command: Command, trail: string[]): Promise<string> {
  const usage = await renderUsage(command, trail.length > 0 ? { meta: { name: trail.join(' ') } } : undefined)
  const plain = process.stdout.isTTY === true ? usage : Bun.stripANSI(usage)
  return plain.replace(/[ \t]+$/gm, '').trimEnd()
}

/** citty ignores unknown options; here a misspelt option is an error. */
function unknownOption(args: string[], definitions: ArgsDef): string | undefined {
  let words = Object.values(definitions).filter(({ type }) => type === 'positional').length
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    const [option, value] = arg.split('=', 2) as [string, string?]
    const definition = option.startsWith('--') ? definitions[option.slice(2)] : undefined
    if (!option.startsWith('-') && words-- > 0) continue
    // The message does not repeat the word, which may be the rest of a password without quotes.
    if (!option.startsWith('-')) return 'There is a word too many; put a value that has spaces in quotes.'
    if (definition === undefined) return `There is no option ${option}.`
    if (definition.type === 'boolean') continue
    if (value === undefined && (args[++at] === undefined || args[at]!.startsWith('--')))
      return `${option} needs a value.`
  }
  return undefined
}

function resolved<T>(value: T | Promise<T> | (() => T | Promise<T>) | undefined): T | Promise<T> | undefined {
  return typeof value === 'function' ? (value as () => T | Promise<T>)() : value
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

/** Without control characters, which a file from somebody else may contain and which move a terminal's cursor. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\uFFFD')

function complain(text: string, status: number): number {
  process.stderr.write(`${printable(text)}\n`)
  return status
}

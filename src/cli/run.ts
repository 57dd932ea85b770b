import { type ArgsDef, type CommandDef, renderUsage, runCommand } from 'citty'
import type { FieldError } from '../errors'
import { resolveMessage } from '../messages/message'

/** A command could not do what it was asked to; the message is for the operator. */
export class CommandFailed extends Error {
  constructor(
    message: string,
    /** 1: it could not; 2: it was called wrongly. */
    readonly status: 1 | 2 = 1,
  ) {
    super(message)
  }
}

type Command = CommandDef<ArgsDef>
/** `trail` is how the commands above are called. */
type Found = { command: Command; trail: string[]; rest: string[] }

/**
 * Runs the command that `args` name and answers the exit status: 0 when it did its work, 1 when it could not, 2 when
 * it was called wrongly. Help and answers go to stdout, what went wrong to stderr.
 */
export async function run(root: Command, args: string[]): Promise<number> {
  const { command, trail, rest } = await find(root, args)
  const usage = () => usageOf(command, trail)
  if (args.includes('--version') && command === root) return say(String((await resolved(root.meta))?.version))
  const name = rest.find((each) => !each.startsWith('-'))
  if (rest.includes('--help') || rest.includes('-h')) return say(await usage())
  if (command.subCommands) {
    const wrong = name === undefined ? 'Which command?' : `There is no command "${name}".`
    return complain(`${wrong}\n\n${await usage()}`, 2)
  }
  const unknown = unknownIn(rest, (await resolved(command.args)) ?? {})
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

/** The faults are looked at only now: they know the configuration, which may be wrong. */
async function failed(error: unknown): Promise<number> {
  if (error instanceof CommandFailed) return complain(error.message, error.status)
  const { AppError } = await import('../errors')
  if (error instanceof AppError) {
    const inWords = ({ field, message }: FieldError) => `${optionOf(field)}: ${resolveMessage(message, 'en')}`
    const said = error.errors?.map(inWords).join('\n') ?? error.message
    return complain(said, error.status === 400 ? 2 : 1)
  }
  const { plainFault } = await import('../lib/faults')
  return complain(
    plainFault(error) ?? `Unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    1,
  )
}

/** The option that fills a field: the domain of a college is the one that has another name here. */
function optionOf(field: string): string {
  return `--${field === 'emailDomain' ? 'domain' : field.replace(/\..*/, '')}`
}

/** The command that the leading words name, and what is left for it. */
async function find(root: Command, args: string[]): Promise<Found> {
  let found: Found = { command: root, trail: [], rest: args }
  for (;;) {
    const [word = '', ...rest] = found.rest
    const subCommands = await resolved(found.command.subCommands)
    const sub = subCommands && Object.hasOwn(subCommands, word) ? await resolved(subCommands[word]) : undefined
    if (!sub) return found
    const name = (await resolved(found.command.meta))?.name ?? ''
    found = { command: sub, trail: [...found.trail, name], rest }
  }
}

async function usageOf(command: Command, trail: string[]): Promise<string> {
  const usage = await renderUsage(command, trail.length > 0 ? { meta: { name: trail.join(' ') } } : undefined)
  const plain = process.stdout.isTTY === true ? usage : Bun.stripANSI(usage)
  return plain.replace(/[ \t]+$/gm, '').trimEnd()
}

/** citty passes over what it does not know; here a misspelt option must not be one that was left out. */
function unknownIn(args: string[], known: ArgsDef): string | undefined {
  let words = Object.values(known).filter(({ type }) => type === 'positional').length
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    const [option, value] = arg.split('=', 2) as [string, string?]
    const definition = option.startsWith('--') ? known[option.slice(2)] : undefined
    if (!option.startsWith('-') && words-- > 0) continue
    // Never repeated: a stray word may be the rest of a password that wanted quotes.
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

/** Without what moves the cursor of a terminal: some of it comes out of files that anybody may have made. */
export const harmless = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\uFFFD')

function complain(text: string, status: number): number {
  process.stderr.write(`${harmless(text)}\n`)
  return status
}

import { type ArgsDef, type CommandDef, renderUsage, runCommand, type SubCommandsDef } from 'citty'
import type { FieldError } from '../errors'
import type { Finding } from '../lib/process/finding'

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

/**
 * What a command prints: `data` with `--json`, `text` for a person. A generator yields lines as soon as they are known.
 */
export type Answer = { data: object; text: string | readonly string[]; status?: 0 | 1 }

type Command = CommandDef<ArgsDef>
/** `trail` has the names of the commands above it. */
type Resolved = { command: Command; trail: string[]; rest: string[] }

/** Every command has these, and only this file reads them. */
const COMMON: ArgsDef = {
  json: { type: 'boolean', description: 'Prints JSON, errors included' },
  help: { type: 'boolean', description: 'Explains the command' },
}

/** The options of a command, as help, completion and the manual list them; a group of commands has none. */
export async function optionsOf(command: Command): Promise<ArgsDef> {
  return command.run ? { ...(await resolved(command.args)), ...COMMON } : {}
}

/**
 * Returns the exit status: 0 for success, 1 for failure, 2 for wrong usage. With `--json` exactly one document goes to
 * stdout.
 */
export async function run(root: Command, args: string[]): Promise<number> {
  const voice = args.includes('--json') ? jsonVoice : textVoice
  const { command, trail, rest } = await find(
    root,
    args.filter((each) => each !== '--json'),
  )
  const usage = () => usageText(command, trail)
  if (args.includes('--version') && command === root) {
    const version = String((await resolved(root.meta))?.version)
    return voice.answer({ data: { version }, text: version })
  }
  const name = rest.find((each) => !each.startsWith('-'))
  if (rest.includes('--help') || rest.includes('-h')) {
    const text = await usage()
    return voice.answer({ data: { usage: Bun.stripANSI(text) }, text })
  }
  const misused = async (problem: string) => voice.complain(problem, 2, await usage())
  const isGroup = command.subCommands && (name !== undefined || !command.run)
  if (isGroup) return misused(name === undefined ? 'Which command?' : `There is no command "${name}".`)
  const unknown = unknownOption(rest, (await resolved(command.args)) ?? {})
  return unknown === undefined ? attempt(command, rest, voice, misused) : misused(unknown)
}

type Misused = (problem: string) => Promise<number>

async function attempt(command: Command, rest: string[], voice: Voice, misused: Misused): Promise<number> {
  if (voice === jsonVoice) await sayAllInJson(voice)
  const { keepOwner } = await import('./owner')
  const giveBack = keepOwner()
  try {
    const { result } = await runCommand(command, { rawArgs: rest })
    return voice.answer(await answerOf(result, voice.line))
  } catch (error) {
    if (error instanceof Error && error.name === 'CLIError') return misused(Bun.stripANSI(error.message))
    return failed(error, voice)
  } finally {
    giveBack()
  }
}

async function sayAllInJson(voice: Voice): Promise<void> {
  const config = await import('../config')
  const { logToStandardError } = await import('../lib/process/log-lines')
  logToStandardError()
  // A wrong configuration ends the process, wherever it is first read.
  config.configComplaint.say = (text) => voice.complain(text, 2)
}

async function answerOf(result: unknown, line: (text: string) => void): Promise<Answer> {
  if (!isGenerator(result)) return result as Answer
  for (;;) {
    const { value, done } = await result.next()
    if (done) return value
    line(value)
  }
}

const isGenerator = (result: unknown): result is AsyncGenerator<string, Answer> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result

/** Loads what describes errors only now, because most commands succeed. */
async function failed(error: unknown, voice: Voice): Promise<number> {
  if (error instanceof CommandFailed) return voice.complain(error.message, error.status)
  const [{ AppError }, { resolveMessage }] = await Promise.all([import('../errors'), import('../messages/message')])
  if (error instanceof AppError) {
    const describe = ({ field, message }: FieldError) => `${optionFor(field)}: ${resolveMessage(message, 'en')}`
    const problems = error.details.errors?.map(describe).join('\n') ?? error.message
    return voice.complain(problems, error.status === 400 ? 2 : 1)
  }
  const { plainFault } = await import('../lib/process/faults')
  return voice.complain(
    plainFault(error) ?? `Unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    1,
  )
}

/** How a command speaks: `line` prints what a generator yields; the others return the exit status. */
type Voice = {
  line(text: string): void
  answer(answer: Answer): number
  complain(problem: string, status: number, usage?: string): number
}

const textVoice: Voice = {
  line: (text) => void process.stdout.write(`${text}\n`),
  answer({ text, status = 0 }) {
    const lines = typeof text === 'string' ? [text] : text
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
    return status
  },
  complain(problem, status, usage) {
    process.stderr.write(`${printable(usage === undefined ? problem : `${problem}\n\n${usage}`)}\n`)
    return status
  },
}

const writeJson = (data: object): void => void process.stdout.write(`${JSON.stringify(data, null, 2)}\n`)

/** On stdout in any case, so that a script that reads it finds out what went wrong, too. */
const jsonVoice: Voice = {
  line: () => {},
  answer({ data, status = 0 }) {
    writeJson(data)
    return status
  },
  complain(message, status) {
    writeJson({ error: { message, status } })
    return status
  },
}

/** The option for a field: the domain of a college has another name here, and a password is no option. */
function optionFor(field: string): string {
  if (field === 'password') return field
  return `--${field === 'emailDomain' ? 'domain' : field.replace(/\..*/, '')}`
}

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

/** Commands as a list needs them: those that say what they are before they are loaded stay where they are. */
const listed = (subCommands: SubCommandsDef): SubCommandsDef =>
  Object.fromEntries(Object.entries(subCommands).map(([name, sub]) => [name, 'meta' in sub ? { meta: sub.meta } : sub]))

async function usageText(command: Command, trail: string[]): Promise<string> {
  const described = command.run
    ? { ...command, args: await optionsOf(command) }
    : { ...command, subCommands: listed((await resolved(command.subCommands)) ?? {}) }
  const usage = await renderUsage(described, trail.length > 0 ? { meta: { name: trail.join(' ') } } : undefined)
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

export function resolved<T>(value: T | Promise<T> | (() => T | Promise<T>) | undefined): T | Promise<T> | undefined {
  return typeof value === 'function' ? (value as () => T | Promise<T>)() : value
}

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** `1 user`, `1,200 users`. */
export const numbered = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`

/** Without control characters, which a file from somebody else may contain and which move a terminal's cursor. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\uFFFD')

/** A line for each finding, when it is known; some quote what other machines say. Returns all. */
export async function* told(findings: AsyncIterable<Finding>): AsyncGenerator<string, Finding[]> {
  const all: Finding[] = []
  for await (const finding of findings) {
    all.push(finding)
    yield printable(`${finding.verdict.padEnd(4)}  ${finding.what}  — ${finding.explanation}`)
  }
  return all
}

/** Of findings that were told. */
export function answerOfFindings(findings: readonly Finding[]): Answer {
  const isWell = findings.every(({ verdict }) => verdict !== 'FAIL')
  return { data: { isWell, findings }, text: [], status: isWell ? 0 : 1 }
}

import pino, { type DestinationStream, type Logger, stdTimeFunctions } from 'pino'
import { type Config, config } from '../config'
import { lazy } from '../config/lazy'

/**
 * A log in JSON, or in lines for people. Both write in step with the program: no worker, no line lost at the end.
 * Secrets and addresses are never given to it; fields of these names are blanked for the day when somebody does.
 */
export function createLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  destination?: DestinationStream,
): Logger {
  const lines = destination ?? stdout()
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => blanked(fields, 3) },
    },
    logFormat === 'pretty' ? forPeople(lines) : lines,
  )
}

/**
 * A closed terminal or a full disk takes no lines. The server outlives it: what fits in memory waits for the next line.
 */
function stdout(): DestinationStream {
  const lines = pino.destination({ fd: 1, sync: true, maxLength: 1_000_000 })
  lines.on('error', () => {})
  return lines
}

function forPeople(lines: DestinationStream): DestinationStream {
  // Loaded here because it costs a server that logs JSON, and every command, 50 ms of its start.
  const pretty: typeof import('pino-pretty') = require('pino-pretty')
  const readable = pretty.prettyFactory({ translateTime: 'SYS:HH:MM:ss', colorize: process.stdout.isTTY === true })
  return { write: (line) => lines.write(readable(line)) }
}

const SECRET =
  /^(?:.*password|.*secret|.*token|.*otp|.*e-?mail|(?:set-?)?cookies?|(?:proxy-)?authorization|addressee|to)$/i
const known = new Map<string, boolean>()

function isSecret(name: string) {
  const answer = known.get(name) ?? SECRET.test(name)
  if (known.size < 1_000) known.set(name, answer)
  return answer
}

/** pino's own redaction of nested paths costs four times the rest of a line; this walk next to nothing. */
function blanked(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const name in fields) {
    const value = fields[name]
    const shown = isSecret(name) ? '[redacted]' : depth > 0 && isPlain(value) ? blanked(value, depth - 1) : value
    if (shown === value) continue
    copy ??= (Array.isArray(fields) ? [...fields] : { ...fields }) as Record<string, unknown>
    copy[name] = shown
  }
  return copy ?? fields
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error)
}

/** The log of this process: no secret, code, token or address belongs in it. */
export const log: Logger = lazy(() => createLog(config))

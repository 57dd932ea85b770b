import { LRUCache } from 'lru-cache'
import pino, { type DestinationStream, type Logger, stdTimeFunctions } from 'pino'
import { type Config, config } from '../../config'
import { atFirstUse, lazy } from '../../config/lazy'
import { stdoutLines } from './log-lines'

/** JSON, or lines for people. No code logs secrets; in case some does, fields with such names are redacted. */
export function createLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>, lines: Lines): Logger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields, 3) },
    },
    logFormat === 'pretty' ? forPeople(lines) : lines,
  )
}

/** pino flushes it after a line of the level `fatal`. */
type Lines = DestinationStream & { flushSync?: () => void }

function forPeople(lines: Lines): Lines {
  // Loaded here, because it takes 50 ms, which a server that logs JSON and most commands do not need.
  const pretty: typeof import('pino-pretty') = require('pino-pretty')
  const readable = pretty.prettyFactory({ translateTime: 'SYS:HH:MM:ss', colorize: process.stdout.isTTY === true })
  return { write: (line) => lines.write(readable(line)), flushSync: () => lines.flushSync?.() }
}

const SECRET =
  /^(?:.*password|.*secret|.*token|.*otp|.*e-?mail|(?:set-?)?cookies?|(?:proxy-)?authorization|addressee|to)$/i
const secretNames = new Map<string, boolean>()

function isSecret(name: string) {
  const secret = secretNames.get(name) ?? SECRET.test(name)
  if (secretNames.size < 1_000) secretNames.set(name, secret)
  return secret
}

/** pino's own redaction of nested paths takes four times as long as the rest of a line. */
function redact(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const name in fields) {
    const value = fields[name]
    const isNested = depth > 0 && typeof value === 'object' && value !== null && !(value instanceof Error)
    const nested = isNested ? redact(value as Record<string, unknown>, depth - 1) : value
    const redacted = isSecret(name) ? '[redacted]' : nested
    if (redacted === value) continue
    copy ??= (Array.isArray(fields) ? [...fields] : { ...fields }) as Record<string, unknown>
    copy[name] = redacted
  }
  return copy ?? fields
}

/** The log of this process. Never log a secret, code, token or address. */
export const log: Logger = lazy(() => createLog(config, standardOutput()))
const standardOutput = atFirstUse(stdoutLines)

/** A line of numbers and of names that are no secrets, for each request: to make it in pino costs six times as much. */
export function logRequest(level: 'debug' | 'info', fields: Record<string, string | number>): void {
  if (!log.isLevelEnabled(level)) return
  if (config.logFormat === 'pretty') log[level](fields, 'request')
  else {
    const lines = standardOutput()
    const now = Date.now()
    lines.lastLevel = pino.levels.values[level] ?? 0
    lines.write(() => `${JSON.stringify({ level, time: new Date(now).toISOString(), ...fields, msg: 'request' })}\n`)
  }
}

const MINUTE_MS = 60_000

/** How many lines of a kind were left out since the last; undefined where this one is to be left out, too. */
export function sparingly(linesAMinute = 1): (kind: string) => number | undefined {
  const written = new LRUCache<string, { since: number; lines: number; leftOut: number }>({ max: 500 })
  return (kind) => {
    const now = performance.now()
    const last = written.get(kind)
    if (last !== undefined && now - last.since < MINUTE_MS && last.lines >= linesAMinute) {
      last.leftOut++
      return undefined
    }
    const isSameMinute = last !== undefined && now - last.since < MINUTE_MS
    written.set(kind, { since: isSameMinute ? last.since : now, lines: isSameMinute ? last.lines + 1 : 1, leftOut: 0 })
    return last?.leftOut ?? 0
  }
}

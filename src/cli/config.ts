import { existsSync, readFileSync } from 'node:fs'
import { defineCommand } from 'citty'
import { openReadOnly } from '../../db/connection'
import { type Config, config as ownConfig } from '../config'
import { ONCE_VARIABLES } from '../config/environment'
import { VARIABLES, type Variable } from '../config/variables'
import { effectiveSettings } from '../ground/settings/settings'
import { databaseFile } from '../lib/files/data-directory'
import type { Answer } from './run'

export const config = defineCommand({
  run(): Answer {
    // A wrong configuration ends the process here.
    const variables = listVariables(process.env, ownConfig)
    const settings = listSettings()
    return {
      data: { variables, settings },
      text: [...columns(variables), ...(settings === null ? [] : ['', ...columns(settings)])],
    }
  },
})

type OnceVariable = (typeof ONCE_VARIABLES)[keyof typeof ONCE_VARIABLES]

/** `NAME_FILE`: the file that the variable of that name gives. */
type Source = 'environment' | '.env' | 'default' | 'unset' | `${string}_FILE` | OnceVariable
type Entry = { name: string; value: unknown; source: Source | 'console' }

/** Those that depend on others, as they come out. */
const DERIVED: Record<string, (config: Config) => unknown> = {
  PUBLIC_URL: ({ publicUrl }) => publicUrl,
  DATA_DIR: ({ dataDir }) => dataDir,
  MAIL_FROM: ({ mailFrom }) => mailFrom,
  ENROLLMENT_EXAMPLE: ({ enrollmentExample }) => enrollmentExample,
  LOG_FORMAT: ({ logFormat }) => logFormat,
}

const HIDDEN = '(hidden)'

type Environment = Record<string, string | undefined>

function listVariables(env: Environment, config: Config): Entry[] {
  const atStart = environmentAtStart()
  return Object.entries(VARIABLES).map(([name, variable]: [string, Variable]) => {
    const source = sourceOf(name, variable, env, atStart)
    if (variable.secret) return { name, value: source === 'unset' ? null : HIDDEN, source }
    const derived = DERIVED[name]?.(config)
    return { name, value: derived ?? env[name]?.trim() ?? variable.default ?? null, source }
  })
}

const isSet = (env: Environment, name: string): boolean => Boolean(env[name]?.trim())

function sourceOf(name: string, variable: Variable, env: Environment, atStart: string | undefined): Source {
  if (isSet(env, name)) return atStart === undefined || atStart.includes(`\0${name}=`) ? 'environment' : '.env'
  if (variable.secret && isSet(env, `${name}_FILE`)) return `${name}_FILE`
  const once = Object.entries(ONCE_VARIABLES).find(([own]) => own === name)?.[1]
  if (once !== undefined && isSet(env, once)) return once
  return variable.default === undefined && DERIVED[name] === undefined ? 'unset' : 'default'
}

/** Bun adds the files `.env` to the environment; the system knows what was there before. Only Linux tells. */
function environmentAtStart(): string | undefined {
  return existsSync('/proc/self/environ') ? `\0${readFileSync('/proc/self/environ', 'utf8')}` : undefined
}

/** What superadmins change in the console; null before the first start. */
function listSettings(): Entry[] | null {
  if (!existsSync(databaseFile())) return null
  using db = openReadOnly(databaseFile())
  const settings = effectiveSettings(db)
  return settings.map(({ name, value, isChanged }) => ({ name, value, source: isChanged ? 'console' : 'default' }))
}

const WIDEST = 60

function columns(entries: readonly Entry[]): string[] {
  const width = Math.max(...entries.map(({ name }) => name.length))
  const sources = Math.max(...entries.map(({ source }) => source.length))
  return entries.map(({ name, value, source }) => {
    const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
    const shown = text.length > WIDEST ? `${text.slice(0, WIDEST)}…` : text
    return `${name.padEnd(width)}  ${source.padEnd(sources)}  ${shown}`.trimEnd()
  })
}

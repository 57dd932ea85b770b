import { readFileSync } from 'node:fs'
import { ConfigValueError } from './parse'
import { VARIABLES, type Variable } from './variables'

// What the environment says, variable by variable.

export type Name = keyof typeof VARIABLES
type Parsed<N extends Name> = ReturnType<(typeof VARIABLES)[N]['parse']>
export type Values = {
  [N in Name]: Parsed<N> | ((typeof VARIABLES)[N] extends { default: string } ? never : undefined)
}
export type Environment = Record<string, string | undefined>

export const isSet = (env: Environment, name: Name) => Boolean(env[name]?.trim())

/** Fills in each secret `NAME` whose `NAME_FILE` names a file. The line break at its end does not belong to it. */
export function withSecretFiles(env: Environment, problems: string[]): Environment {
  const filled = { ...env }
  for (const [name, variable] of Object.entries(VARIABLES) as [Name, Variable][]) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (!variable.secret) problems.push(`${name}_FILE is not read: ${name} is no secret, set it as it is`)
    else if (isSet(env, name)) problems.push(`${name} and ${name}_FILE must not both be set`)
    else filled[name] = readSecretFile(name, file, problems)
  }
  return filled
}

/** An empty secret would silently turn off what it protects. */
function readSecretFile(name: Name, file: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (text.trim() === '') problems.push(`${name}_FILE names an empty file`)
    return text
  } catch (error) {
    problems.push(`${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`)
    return undefined
  }
}

/** Values that do not parse are missing from the result and listed in `problems`. */
export function readValues(env: Environment, problems: string[]): Partial<Values> {
  const values: Partial<Record<Name, unknown>> = {}
  for (const [name, variable] of Object.entries(VARIABLES) as [Name, Variable][]) {
    const text = isSet(env, name) ? env[name]! : variable.default
    if (text === undefined) continue
    try {
      values[name] = variable.parse(variable.verbatim ? text : text.trim())
    } catch (error) {
      if (!(error instanceof ConfigValueError)) throw error
      // Somebody may set a recipient to its identity, which nobody must see.
      const isSecret = variable.secret || /SECRET-KEY/i.test(text)
      const shown = text.replace(/:\/\/[^/]*:[^/]*@/, '://…@').slice(0, 80)
      const value = isSecret ? '' : `, not ${JSON.stringify(shown)}`
      problems.push(`${name} must be ${error.message}${value}`)
    }
  }
  return values as Partial<Values>
}

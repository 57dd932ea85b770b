import { readFileSync } from 'node:fs'
import { ConfigValueError, hostName, sender, wholeNumber } from './parse'
import { VARIABLES, type Variable } from './variables'

// What the environment says, variable by variable.

type Name = keyof typeof VARIABLES
type Parsed<N extends Name> = ReturnType<(typeof VARIABLES)[N]['parse']>
export type Values = {
  [N in Name]: Parsed<N> | ((typeof VARIABLES)[N] extends { default: string } ? never : undefined)
}
export type Environment = Record<string, string | undefined>

/** The values, and all that is wrong with them: a sentence each, without secrets. */
export function readEnvironment(environment: Environment): { values: Values; problems: string[] } {
  const problems: string[] = []
  const env = withSecretFiles(withOnceVariables(environment, problems), problems)
  const values = readValues(env, problems)
  problems.push(...groupProblems(values, (name) => isSet(env, name)))
  return { values: values as Values, problems }
}

const isSet = (env: Environment, name: Name) => Boolean(env[name]?.trim())

/** Fills in each secret `NAME` whose `NAME_FILE` names a file. The line break at its end does not belong to it. */
function withSecretFiles(env: Environment, problems: string[]): Environment {
  const filled = { ...env }
  for (const [name, variable] of Object.entries(VARIABLES) as [Name, Variable][]) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (!variable.secret) problems.push(`${name}_FILE is not read: ${name} is no secret, set it as it is`)
    else if (isSet(env, name)) problems.push(`${name} and ${name}_FILE must not both be set`)
    else
      try {
        const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
        // It would silently turn off what it protects.
        if (text.trim() === '') problems.push(`${name}_FILE names an empty file`)
        filled[name] = text
      } catch (error) {
        problems.push(`${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`)
      }
  }
  return filled
}

/** Values that do not parse are missing from the result and listed in `problems`. */
export function readValues(env: Environment, problems: string[]): Partial<Values> {
  const values: Partial<Record<Name, unknown>> = {}
  for (const [name, variable] of Object.entries(VARIABLES) as [Name, Variable][]) {
    const text = isSet(env, name) ? env[name]! : variable.default
    if (text === undefined) continue
    // Somebody may set a recipient to its identity, which nobody must see.
    const isSecret = variable.secret || /SECRET-KEY/i.test(text)
    const shown = text.replace(/:\/\/[^/]*:[^/]*@/, '://…@').slice(0, 80)
    const not = isSecret ? '' : `, not ${JSON.stringify(shown)}`
    values[name] = parsed(name, variable.verbatim ? text : text.trim(), variable.parse, problems, not)
  }
  return values as Partial<Values>
}

function parsed<T>(
  name: string,
  text: string,
  parse: (text: string) => T,
  problems: string[],
  not = '',
): T | undefined {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof ConfigValueError)) throw error
    problems.push(`${name} must be ${error.message}${not}`)
    return undefined
  }
}

// What variables ask of one another.

const TOGETHER: Name[][] = [
  ['CAMPUS_NAME', 'CAMPUS_DOMAIN', 'CAMPUS_CITY', 'CAMPUS_STATE'],
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['IDP_ISSUER', 'IDP_CLIENT_ID', 'IDP_CLIENT_SECRET'],
]

/** One sentence each, of values that parse. */
function groupProblems(values: Partial<Values>, isSet: (name: Name) => boolean): string[] {
  const problems: string[] = []
  const isMissing = (name: Name) => !isSet(name)
  const need = (names: Name[], reason: string): void => {
    const missing = names.filter(isMissing)
    if (missing.length > 0) problems.push(`${missing.join(' and ')} must be set for ${reason}`)
  }
  for (const names of TOGETHER) {
    const [missing, present] = [names.filter(isMissing), names.filter(isSet)]
    const all = `${present.join(', ')} ${present.length > 1 ? 'are' : 'is'}: set all of them or none`
    if (missing.length > 0 && present.length > 0) problems.push(`${missing.join(', ')} must be set, too, as ${all}`)
  }
  const provider = values.TOXICITY_PROVIDER ?? 'off'
  if (provider !== 'off' && !isSet('TOXICITY_API_KEY') && !isSet('TOXICITY_URL'))
    problems.push(
      `TOXICITY_API_KEY must be set for TOXICITY_PROVIDER=${provider}, or TOXICITY_URL to a server that needs no key`,
    )
  const { ENROLLMENT_PATTERN: pattern, ENROLLMENT_EXAMPLE: example } = values
  if (example !== undefined && pattern?.test(example) === false)
    problems.push(`ENROLLMENT_EXAMPLE must fit ENROLLMENT_PATTERN, not ${JSON.stringify(example)}`)
  const inBucket = (['BACKUP_TO', 'PRIMARY_CLAIMS'] as const).find((name) => values[name]?.kind === 's3')
  if (inBucket !== undefined) need(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], `a bucket in ${inBucket}`)
  if (values.ACK === 'replicated' && !isSet('PRIMARY_CLAIMS'))
    problems.push('PRIMARY_CLAIMS must be set for ACK=replicated: without it a former primary would go on')
  const domain = values.COOKIE_DOMAIN
  const host = values.PUBLIC_URL ? new URL(values.PUBLIC_URL).hostname : isSet('PUBLIC_URL') ? undefined : 'localhost'
  if (domain && host && host !== domain && !host.endsWith(`.${domain}`))
    problems.push(
      `COOKIE_DOMAIN must be the host of PUBLIC_URL (${host}) or a parent domain of it, not ${JSON.stringify(domain)}`,
    )
  return problems
}

// ONCE (https://github.com/basecamp/once) gives a container the mail server in five variables. docs/operating.md#under-once
// has what else it asks for.

/** Quad's variable, and that of ONCE which takes its place. */
export const ONCE_VARIABLES = { SMTP_URL: 'SMTP_ADDRESS', MAIL_FROM: 'MAILER_FROM_ADDRESS' } as const

const INSTEAD = [...Object.entries(ONCE_VARIABLES), ['SMTP_URL_FILE', ONCE_VARIABLES.SMTP_URL] as const]

/** Where mail is encrypted from the first byte; elsewhere STARTTLS does it. */
const SMTPS_PORT = 465
const SUBMISSION_PORT = 587

/** Fills in Quad's variables from those of ONCE. */
function withOnceVariables(env: Environment, problems: string[]): Environment {
  const given = (name: string) => env[name]?.trim() || undefined
  for (const [own, theirs] of INSTEAD)
    if (given(own) && given(theirs)) problems.push(`${own} and ${theirs} must not both be set`)
  if (given('SMTP_PASSWORD_FILE'))
    problems.push('SMTP_PASSWORD_FILE is not read: set SMTP_PASSWORD, or SMTP_URL_FILE in the place of all of them')
  /** Problems do not say the value: somebody may put a whole address there, password included. */
  const sound = <T>(name: string, parse: (text: string) => T): T | undefined => {
    const text = given(name)
    return text === undefined ? undefined : parsed(name, text, parse, problems)
  }
  const host = sound('SMTP_ADDRESS', hostName)
  const port = sound('SMTP_PORT', wholeNumber(1, 65_535)) ?? SUBMISSION_PORT
  const from = sound('MAILER_FROM_ADDRESS', sender)
  const filled = { ...env }
  if (host && !given('SMTP_URL') && !given('SMTP_URL_FILE')) {
    const user = encodeURIComponent(env.SMTP_USERNAME ?? '')
    const credentials = user && `${user}:${encodeURIComponent(env.SMTP_PASSWORD ?? '')}@`
    const at = host.includes(':') ? `[${host}]` : host
    filled.SMTP_URL = `${port === SMTPS_PORT ? 'smtps' : 'smtp'}://${credentials}${at}:${port}`
  }
  if (from && !given('MAIL_FROM')) filled.MAIL_FROM = from
  return filled
}

import { ConfigValueError, hostName, sender, wholeNumber } from './parse'

// ONCE (https://github.com/basecamp/once) gives a container the mail server in five variables. docs/once.md has what else
// it asks for.

type Environment = Record<string, string | undefined>

/** Quad's variable, and that of ONCE which takes its place. */
export const ONCE_VARIABLES = { SMTP_URL: 'SMTP_ADDRESS', MAIL_FROM: 'MAILER_FROM_ADDRESS' } as const

const INSTEAD = [...Object.entries(ONCE_VARIABLES), ['SMTP_URL_FILE', ONCE_VARIABLES.SMTP_URL] as const]

/** Where mail is encrypted from the first byte; elsewhere STARTTLS does it. */
const SMTPS_PORT = '465'
const SUBMISSION_PORT = '587'

/** Fills in Quad's variables from those of ONCE. */
export function withOnceVariables(env: Environment, problems: string[]): Environment {
  const given = (name: string) => env[name]?.trim() || undefined
  for (const [own, theirs] of INSTEAD)
    if (given(own) && given(theirs)) problems.push(`${own} and ${theirs} must not both be set`)
  if (given('SMTP_PASSWORD_FILE'))
    problems.push('SMTP_PASSWORD_FILE is not read: set SMTP_PASSWORD, or SMTP_URL_FILE in the place of all of them')
  /** The value, if it is given and sound. */
  const sound = (name: string, parse: (text: string) => unknown): string | undefined => {
    const text = given(name)
    try {
      if (text !== undefined) parse(text)
      return text
    } catch (error) {
      if (!(error instanceof ConfigValueError)) throw error
      // Without the value: somebody may put a whole address there, password included.
      problems.push(`${name} must be ${error.message}`)
      return undefined
    }
  }
  const host = sound('SMTP_ADDRESS', hostName)
  const port = sound('SMTP_PORT', wholeNumber(1, 65_535)) ?? SUBMISSION_PORT
  const from = sound('MAILER_FROM_ADDRESS', sender)
  return {
    ...env,
    ...(host &&
      !given('SMTP_URL') &&
      !given('SMTP_URL_FILE') && { SMTP_URL: smtpUrlOf(host, port, env.SMTP_USERNAME, env.SMTP_PASSWORD) }),
    ...(from && !given('MAIL_FROM') && { MAIL_FROM: from }),
  }
}

function smtpUrlOf(host: string, port: string, user = '', password = ''): string {
  const credentials = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const at = host.includes(':') ? `[${host}]` : host
  return `${port === SMTPS_PORT ? 'smtps' : 'smtp'}://${credentials}${at}:${port}`
}

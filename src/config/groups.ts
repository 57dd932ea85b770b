import type { Name, Values } from './environment'

// What variables ask of one another.

const TOGETHER: Name[][] = [
  ['CAMPUS_NAME', 'CAMPUS_DOMAIN', 'CAMPUS_CITY', 'CAMPUS_STATE'],
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['IDP_ISSUER', 'IDP_CLIENT_ID', 'IDP_CLIENT_SECRET'],
]

/** One sentence each, of values that parse. */
export function groupProblems(values: Partial<Values>, isSet: (name: Name) => boolean): string[] {
  const problems: string[] = []
  for (const names of TOGETHER) {
    const missing = names.filter((name) => !isSet(name))
    if (missing.length > 0 && missing.length < names.length) {
      const present = names.filter(isSet)
      problems.push(
        `${missing.join(', ')} must be set, too, as ${present.join(', ')} ${present.length > 1 ? 'are' : 'is'}: set all of them or none`,
      )
    }
  }
  const provider = values.TOXICITY_PROVIDER ?? 'off'
  if (provider === 'chat') {
    const missing = (['TOXICITY_URL', 'TOXICITY_MODEL'] as const).filter((name) => !isSet(name))
    if (missing.length > 0) problems.push(`${missing.join(' and ')} must be set for TOXICITY_PROVIDER=chat`)
  } else if (provider !== 'off' && !isSet('TOXICITY_API_KEY') && !isSet('TOXICITY_URL')) {
    problems.push(
      `TOXICITY_API_KEY must be set for TOXICITY_PROVIDER=${provider}, or TOXICITY_URL to a server that needs no key`,
    )
  }
  const { ENROLLMENT_PATTERN: pattern, ENROLLMENT_EXAMPLE: example } = values
  if (example !== undefined && pattern?.test(example) === false)
    problems.push(`ENROLLMENT_EXAMPLE must fit ENROLLMENT_PATTERN, not ${JSON.stringify(example)}`)
  const inBucket = (['BACKUP_TO', 'PRIMARY_CLAIMS'] as const).find((name) => values[name]?.kind === 's3')
  if (inBucket !== undefined) {
    const missing = (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter((name) => !isSet(name))
    if (missing.length > 0) problems.push(`${missing.join(' and ')} must be set for a bucket in ${inBucket}`)
  }
  if (values.ACK === 'replicated' && !isSet('PRIMARY_CLAIMS'))
    problems.push('PRIMARY_CLAIMS must be set for ACK=replicated: without it a former primary would go on')
  const domain = values.COOKIE_DOMAIN
  const host = values.PUBLIC_URL ? new URL(values.PUBLIC_URL).hostname : isSet('PUBLIC_URL') ? undefined : 'localhost'
  if (domain && host && host !== domain && !host.endsWith(`.${domain}`)) {
    problems.push(
      `COOKIE_DOMAIN must be the host of PUBLIC_URL (${host}) or a parent domain of it, not ${JSON.stringify(domain)}`,
    )
  }
  return problems
}

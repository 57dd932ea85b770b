import { colleges } from '../../../db/schema/colleges'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import type { Connection } from '../../../db/storage'

/** Free, at any hour. Each is as its own site says, which stands beside it. */
const LINES: Readonly<Record<string, string>> = {
  in: 'Tele-MANAS · टेली-मानस: 14416, https://telemanas.mohfw.gov.in',
  us: '988 Suicide & Crisis Lifeline: 988, https://988lifeline.org',
  ca: '9-8-8 Suicide Crisis Helpline: 988, https://988.ca',
  uk: 'Samaritans: 116 123, https://www.samaritans.org',
  ie: 'Samaritans: 116 123, https://www.samaritans.org/ireland',
  au: 'Lifeline: 13 11 14, https://www.lifeline.org.au',
  nz: 'Need to talk?: 1737, https://1737.org.nz',
}

/** https://findahelpline.com lists those of every country. */
const ANYWHERE = 'Find A Helpline: https://findahelpline.com'

/** Until a campus names its own: those of the countries that the email domains of its colleges are of. */
export function standardHelpLines(db: Connection): string[] {
  const domains = sql(pick(colleges, 'emailDomain'))`SELECT email_domain AS emailDomain FROM colleges`.all(db)
  const endings = domains.map(({ emailDomain }) => emailDomain.split('.').at(-1)!)
  const known = endings.flatMap((ending) => LINES[ending === 'edu' ? 'us' : ending] ?? [])
  return known.length > 0 ? [...new Set(known)].slice(0, 10) : [ANYWHERE]
}

import { config } from '../../config'
import { MailFailure } from '../../lib/mail/errors'
import { type Encryption, type Inspection, InspectionFailed, inspectServer } from '../../lib/mail/inspect'
import type { Mail } from '../../lib/mail/message'
import { configuredTransport } from '../../lib/mail/transport'
import { type Finding, fail, ok, warn } from './finding'

const DAY_MS = 86_400_000
/** Certificates that renew themselves have more left. */
const SOON_DAYS = 14

const CURRENT_PROTOCOLS = ['TLSv1.2', 'TLSv1.3']

/** The mail server step by step; what is returned is undefined where it is of no use. */
export async function* checkMailServer(smtpUrl: string): AsyncGenerator<Finding, Inspection | undefined> {
  try {
    const inspection = await inspectServer(smtpUrl, config.mailFrom)
    yield ok('connection', `${inspection.host} answers on port ${inspection.port}`)
    yield* checkEncryption(inspection.encryption)
    yield inspection.isSignedIn
      ? ok('login', 'it takes the user and password of SMTP_URL')
      : ok('login', 'SMTP_URL names no user: the server takes mail from this machine without one')
    yield inspection.senderRefused === undefined
      ? ok('sender', 'it takes mail from MAIL_FROM')
      : fail('sender', `it takes no mail from MAIL_FROM (${inspection.senderRefused})`)
    return inspection.senderRefused === undefined ? inspection : undefined
  } catch (error) {
    if (!(error instanceof InspectionFailed)) throw error
    const { step, message, certificate } = error
    yield fail(step, certificate === undefined ? message : `${message}: ${describe(certificate)}`)
    return undefined
  }
}

const describe = ({ subject, issuer, validTo, problem }: Encryption['certificate']): string =>
  `it is for ${subject}, from ${issuer}, until ${validTo.slice(0, 10)}${problem === undefined ? '' : ` (${problem})`}`

function* checkEncryption(encryption: Encryption | undefined): Generator<Finding> {
  if (encryption === undefined) {
    const text = 'the connection is not encrypted: others on the way can read codes and links'
    yield config.local ? ok('TLS', text) : warn('TLS', text)
    return
  }
  const { protocol, certificate } = encryption
  const days = Math.floor((Date.parse(certificate.validTo) - Date.now()) / DAY_MS)
  const text = `${protocol}; the certificate: ${describe(certificate)}`
  if (certificate.problem !== undefined)
    yield warn('TLS', `${text}; it is used all the same, because SMTP_URL says tls.rejectUnauthorized=false`)
  else if (!CURRENT_PROTOCOLS.includes(protocol)) yield warn('TLS', `${text}; the protocol is outdated`)
  else if (days < SOON_DAYS) yield warn('TLS', `${text}; it ends in ${days} days`)
  else yield ok('TLS', text)
}

/** Sends a real message as the server would. Neither limits nor counts it: the operator sends it by hand. */
export async function sendTest(mail: Mail): Promise<Finding> {
  try {
    const { code, file } = await configuredTransport().send(mail)
    return file === undefined
      ? ok(
          'message',
          `the mail server took it${code === undefined ? '' : ` (${code})`}; look whether it arrives, and where`,
        )
      : warn('message', `without SMTP_URL it is the file ${file} in the data directory, and reaches nobody`)
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    return fail('message', error.message)
  }
}

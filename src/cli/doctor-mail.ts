import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { defineCommand } from 'citty'
import { config } from '../config'
import { parseAddress } from '../lib/mail/email-address'
import { dnsResolver } from '../lib/mail/sender-domain'
import { testMail } from '../lib/mail/templates'
import { mailWay } from '../lib/mail/transport'
import { type Finding, warn } from '../lib/process/finding'
import { message, resolveMessage, type Text } from '../messages/message'
import type { Language } from '../messages/template'
import { needed, option } from './args'
import { checkMailDomain, checkMailServer, sendTest } from './checks/mail'
import { type Answer, answerOfFindings, CommandFailed, told } from './run'

export const doctorMail = defineCommand({
  meta: {
    name: 'mail',
    description: 'Checks the way of mail: server, TLS, login, SPF, DKIM, DMARC, and a real message; needs no database',
  },
  args: {
    to: needed('Who gets the real message', 'ADDRESS'),
    message: option(
      'A message of Quad as it arrived (“show original”, saved): it names the DKIM key, and what was found',
      'FILE',
    ),
    selector: option('The selector of the DKIM key, if you know it', 'NAME'),
    dns: option('Another name server than that of this machine', 'IP[:PORT]'),
  },
  async *run({ args }): AsyncGenerator<string, Answer> {
    const to = parseAddress(args.to)?.email
    if (to === undefined) throw new CommandFailed('--to must be an email address.', 2)
    const question = {
      domain: senderDomain(),
      host: serverHost(),
      message: readMessage(args.message),
      selector: args.selector,
    }
    const resolver = dnsResolver(nameServer(args.dns))
    const findings = yield* told(examineMail(to, checkMailDomain(resolver, question)))
    const answer = answerOfFindings(findings)
    const office = officeText({ ...question, findings })
    return {
      ...answer,
      data: { ...answer.data, office },
      text: ['', 'For the IT office:', '', office.en, '', 'आईटी विभाग के लिए:', '', office.hi],
    }
  },
})

async function* examineMail(to: string, domain: AsyncIterable<Finding>): AsyncGenerator<Finding> {
  const campus = { name: config.campus?.name ?? 'Quad', hue: null }
  const send = () => sendTest(testMail({ to, language: 'en', campus }))
  if (config.smtpUrl === undefined) {
    yield warn('connection', 'SMTP_URL is not set: mail is written to the outbox in the data directory')
    yield* domain
    yield await send()
    return
  }
  const server = yield* checkMailServer(config.smtpUrl)
  yield* domain
  // A server that refuses the sender or the password would refuse the message for the same reason.
  if (server !== undefined) yield await send()
}

const senderDomain = (): string => (/@([^>\s]+)>?$/.exec(config.mailFrom)?.[1] ?? '').toLowerCase()

/** Without the port. */
const serverHost = (): string | undefined => mailWay().host?.replace(/:\d+$/, '')

const MOST_BYTES = 1_000_000

function readMessage(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  if (!existsSync(file)) throw new CommandFailed(`There is no file ${file}.`, 2)
  return readFileSync(file, 'utf8').slice(0, MOST_BYTES)
}

function nameServer(text: string | undefined): string | undefined {
  const address = /^\[?([\da-f.:]+?)\]?(?::\d{1,5})?$/i.exec(text ?? '')?.[1]
  if (text === undefined || (address !== undefined && (isIP(address) !== 0 || isIP(text) !== 0))) return text
  throw new CommandFailed('--dns must be the IP address of a name server, such as 9.9.9.9 or 127.0.0.1:5353.', 2)
}

type Way = { domain: string; host: string | undefined; findings: readonly Finding[] }

/** What the IT office is asked for, by what the checks of mail found. */
function officeText({ domain, host, findings }: Way): Record<Language, string> {
  const from = config.mailFrom
  const open = new Set(findings.filter(({ verdict }) => verdict !== 'ok').map(({ what }) => what))
  const requests = Object.entries(requestsFor({ domain, host: host ?? '', from }))
  const asked = requests.flatMap(([what, request]) => (open.has(what) ? [request] : []))
  const server = host === undefined ? message('office.noServer', { from }) : message('office.server', { host })
  const paragraphs: Text[] = [
    'office.greeting',
    [message('office.about', { url: config.publicUrl, from, limit: config.mailPerHour }), server],
    ...(asked.length > 0 ? ['office.ask' as const, ...asked] : host === undefined ? [] : ['office.well' as const]),
    'office.thanks',
  ]
  const textIn = (language: Language) => paragraphs.map((each) => resolveMessage(each, language)).join('\n\n')
  return { en: textIn('en'), hi: textIn('hi') }
}

/** By what a finding is about; nothing is asked of a server that there is not. */
function requestsFor({ domain, host, from }: { domain: string; host: string; from: string }): Record<string, Text> {
  const ofServer: Record<string, Text> = {
    connection: message('office.connection', { host }),
    TLS: message('office.TLS', { host }),
    login: message('office.login', { host }),
    sender: message('office.sender', { host, from }),
    message: message('office.message', { host }),
  }
  return {
    ...(host === '' ? {} : ofServer),
    domain: message('office.domain', { domain }),
    SPF: message('office.SPF', { domain }),
    DKIM: message('office.DKIM', { domain }),
    DMARC: message('office.DMARC', { domain }),
    arrival: 'office.arrival',
  }
}

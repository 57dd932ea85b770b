import { config } from '../config'
import { message, resolveMessage, type Text } from '../messages/message'
import { LANGUAGES, type Language } from '../messages/template'
import type { Finding } from './checks/finding'

type Way = { domain: string; host: string | undefined; findings: readonly Finding[] }

/** What the IT office is asked for, by what the checks of mail found. */
export function officeText(way: Way): Record<Language, string> {
  const paragraphs = paragraphsOf(way)
  const texts = LANGUAGES.map((language) => [
    language,
    paragraphs.map((each) => resolveMessage(each, language)).join('\n\n'),
  ])
  return Object.fromEntries(texts)
}

function paragraphsOf({ domain, host, findings }: Way): Text[] {
  const from = config.mailFrom
  const requests = requestsFor({ domain, host: host ?? '', from })
  const open = new Set(findings.filter(({ verdict }) => verdict !== 'ok').map(({ what }) => what))
  const asked = Object.entries(requests).flatMap(([what, request]) => (open.has(what) ? [request] : []))
  const server = host === undefined ? message('office.noServer', { from }) : message('office.server', { host })
  return [
    'office.greeting',
    [message('office.about', { url: config.publicUrl, from, limit: config.mailPerHour }), server],
    ...(asked.length > 0 ? ['office.ask' as const, ...asked] : host === undefined ? [] : ['office.well' as const]),
    'office.thanks',
  ]
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

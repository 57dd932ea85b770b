import { config } from '../../config'
import { domainOf, domainsAbove } from '../../lib/domains'
import type { Settings } from '../settings/settings'
import { LINK } from './spam'

// Where links lead. Readers can press what begins with `http`; a name of a listed domain counts without it, too, since
// spam that nobody can press is still read.

/** Signs that show nothing, or a dot in another script (UTS 46); spammers write them into names. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const DOTS = /[\u3002\uff0e\uff61]|\[\.\]|\(\.\)/g
/** What could be a name; whose it is, the URL parser says. Takes linear time: labels and dots never overlap. */
const NAME = /[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+/gu
const HOST = /^(?:https?:\/\/)?(?:[^\s/?#@]*@)?([^\s/?#:@\\]+)/i

/** Names of domains in the text, be they links or not. The text is read without its disguises. */
function namesIn(text: string): Set<string> {
  const plain = text.replace(INVISIBLE, '').replace(DOTS, '.')
  const names = new Set<string>()
  for (const [name] of plain.matchAll(NAME)) {
    const domain = domainOf(name)
    if (domain !== undefined) names.add(domain)
  }
  return names
}

/** Where the links of the text lead, each as often as it is there. Not those to this server. */
export function linkedHosts(text: string): string[] {
  const own = new URL(config.publicUrl).hostname
  return [...text.replace(INVISIBLE, '').replace(DOTS, '.').matchAll(LINK)].flatMap(([link]) => {
    const host = URL.parse(`http://${HOST.exec(link)?.[1] ?? ''}`)?.hostname.replace(/\.$/, '')
    return host === undefined || host === '' || host === own ? [] : [host]
  })
}

type Verdict = keyof Settings['linkDomains']

/** What the settings say about a domain: the nearest entry decides. Undefined where none is about it. */
export function verdictOn(domain: string, lists: Settings['linkDomains']): Verdict | undefined {
  for (const name of [...domainsAbove(domain), '*'])
    for (const verdict of ['refuse', 'hold', 'allow'] as const) if (lists[verdict].includes(name)) return verdict
  return undefined
}

/** The strictest of what the settings say about the domains in the text. */
export function verdictOnLinks(text: string, lists: Settings['linkDomains']): 'refuse' | 'hold' | undefined {
  if (lists.refuse.length === 0 && lists.hold.length === 0) return undefined
  const linked = new Set(linkedHosts(text))
  // `*` is about links alone, or every "etc.and" would be a domain.
  const named = { ...lists, refuse: lists.refuse.filter(isName), hold: lists.hold.filter(isName) }
  const verdicts = new Set([
    ...[...linked].map((host) => verdictOn(host, lists)),
    ...[...namesIn(text)].map((domain) => verdictOn(domain, named)),
  ])
  return verdicts.has('refuse') ? 'refuse' : verdicts.has('hold') ? 'hold' : undefined
}

const isName = (entry: string): boolean => entry !== '*'

/** How many links a new account has in the text, beside those to allowed domains. */
export const countLinks = (text: string, lists: Settings['linkDomains']): number =>
  linkedHosts(text).filter((host) => verdictOn(host, lists) !== 'allow').length

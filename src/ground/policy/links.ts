import { config } from '../../config'
import { domainOf, domainsAbove } from '../../lib/mail/email-address'
import { hrefsIn } from '../../lib/text/markdown/blocks'
import type { Settings } from '../settings/schemas'
import { LINK } from './patterns'

// Where links lead. Readers can press what begins with `http`; a name of a listed domain counts without it, too, since
// spam that nobody can press is still read.

/** Signs that show nothing, or a dot in another script (UTS 46); spammers write them into names. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const DOTS = /[\u2024\u3002\ufe52\uff0e\uff61]|\[\.\]|\(\.\)/g
/** Signs as an address that leads on to another spells them, however many times. */
const SPELLED = /%(?:25)*([2-7][0-9a-f])/gi
/** Signs of Markdown that readers do not see. */
const MARKUP = /[\\*_~|`]/g
/** What could be a name; whose it is, the URL parser says. Takes linear time: a name begins where a word does. */
const NAME = /(?<![\p{L}\p{M}\p{N}_-])[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+/gu
/** What a browser reads as a host: after the last `@`, before the first slash of either kind. */
const HOST = /^(?:https?:\/\/)?(?:[^\s/?#\\]*@)?([^\s/?#:@\\]+)/i
/** Longer ones cannot be looked up, and to read one takes the square of its length. */
const LONGEST_HOST = 253
/** Of a link that this server cannot read. A browser may. */
const UNREADABLE = 'invalid'
/** What ends the sentence and not the address. */
const END_OF_SENTENCE = /[.,;!?*_]+$/

const undisguised = (text: string): string => text.replace(INVISIBLE, '').replace(DOTS, '.')

/** Names of domains in the text, be they links or not. The text is read without its disguises. */
function namesIn(text: string): Set<string> {
  const plain = undisguised(text)
  const spelledOut = plain.replace(SPELLED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const read = [...new Set([plain, spelledOut, plain.replace(MARKUP, '')])]
  return new Set(read.flatMap((each) => [...each.matchAll(NAME)].flatMap(([name]) => domainOf(name) ?? [])))
}

/** Where the links of the text lead, but for those to this server: what can be pressed, and what looks like it. */
export function linkedHosts(text: string): string[] {
  const own = new URL(config.publicUrl).hostname
  const pressed = hrefsIn(text).flatMap((href) => URL.parse(href)?.hostname.replace(/\.$/, '') || [])
  const hosts = [...pressed]
  for (const [link] of undisguised(text).matchAll(LINK)) {
    const host = hostOf(link)
    const at = pressed.indexOf(host)
    if (at < 0) hosts.push(host)
    else pressed.splice(at, 1)
  }
  return hosts.filter((host) => host !== own)
}

function hostOf(link: string): string {
  const host = HOST.exec(link)?.[1] ?? ''
  if (host.length > LONGEST_HOST) return UNREADABLE
  return URL.parse(`http://${host.replace(END_OF_SENTENCE, '')}`)?.hostname || UNREADABLE
}

/** What the settings say about a domain: the nearest entry decides. Undefined where none is about it. */
export function verdictOn(domain: string, lists: Settings['linkDomains']): keyof Settings['linkDomains'] | undefined {
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

/** These can show a label in another order than it is read here (Unicode Bidirectional Algorithm, TR9 §2). */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/
/** Dots of other scripts, which browsers take for dots in a host name (RFC 3490 §3.1). */
const DOTS = /[\u3002\uff0e\uff61]/g

/**
 * The host that a link leads to, to be shown after its label, as browsers write it (Punycode); undefined where the label
 * says it itself. Of an address of mail, the address.
 */
export function addressAfter(label: string, href: string): string | undefined {
  const beside = addressBeside(label, href)
  const url = URL.parse(href)
  if (beside !== undefined || url === null) return beside
  const address = url.protocol === 'mailto:' ? url.pathname : url.host
  const isSaid = label.toLowerCase().includes(address.replace(/^www\./, ''))
  return isSaid ? undefined : address
}

/** What a link leads to, to be shown beside a label that looks like another address; undefined where none does. */
function addressBeside(label: string, href: string): string | undefined {
  const url = URL.parse(href)
  if (url === null) return undefined
  const address = url.protocol === 'mailto:' ? url.pathname : url.host
  const host = hostName(address.slice(address.lastIndexOf('@') + 1))
  const isHonest = (each: string) => host === each || host?.endsWith(`.${each}`)
  return REORDERING.test(label) || !hostsIn(label).every(isHonest) ? address : undefined
}

/** Every host name that a reader could see in the text. */
function hostsIn(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replace(DOTS, '.')
    .replace(/\p{Cf}/gu, '')
  const words = plain.split(/[^\p{L}\p{M}\p{N}.-]+/u).map((word) => word.replace(/^\.+|\.+$/g, ''))
  return words.filter((word) => /\.\p{L}[\p{L}\p{M}\p{N}-]+$/u.test(word)).map((word) => hostName(word) ?? word)
}

const hostName = (text: string): string | undefined => URL.parse(`http://${text}`)?.hostname.replace(/^www\./, '')

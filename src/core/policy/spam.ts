import { matchRanges, type Range } from './finding'

export const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"'()[\]]{2,}|(?<![\w@.-])[a-z0-9][a-z0-9-]{0,40}\.(?:com|net|org|info|xyz|top|click|link|shop|site|online|ly|gl|gd|me|io|co|in)(?:\/[^\s<>"'()[\]]*)?(?![\w-])/gi

/** A list of resources has many links with words about each; spam repeats one link or has no words. */
const SAME_LINK = 3
const BARE_LINKS = 4
const WORDS_PER_LINK = 2
const MOST_LINKS = 20

/** The range from the first link to the last, when there are too many for the words around them. */
export function linkSpam(text: string): Range[] {
  const links = [...text.matchAll(LINK)]
  if (links.length < SAME_LINK) return []
  const counts = new Map<string, number>()
  for (const [link] of links) {
    const key = withoutTail(link.toLowerCase().replace(/^https?:\/\/|^www\./, ''))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const words = text.replace(LINK, ' ').match(/\p{L}{2,}/gu)?.length ?? 0
  const isBare = links.length >= BARE_LINKS && words < links.length * WORDS_PER_LINK
  if (!isBare && links.length <= MOST_LINKS && Math.max(...counts.values()) < SAME_LINK) return []
  const last = links.at(-1)
  return [{ start: links[0]?.index ?? 0, end: (last?.index ?? 0) + (last?.[0].length ?? 0) }]
}

/** Without the signs at its end. By hand: a pattern that ends with `$` would read a row of signs from each of them. */
function withoutTail(link: string): string {
  let end = link.length
  while (end > 0 && '/.,!?#'.includes(link[end - 1] ?? '')) end--
  return link.slice(0, end)
}

/** One character 20 times, except those that draw lines; eight marks on one letter; 30 line breaks. */
const REPEATED = /([^\s\-=_*.~#+|·•…─━═—–])\1{19,}|\p{M}{8,}|(?:\n[^\S\n]*){30,}/gu

export const repeatedCharacters = (text: string): Range[] => matchRanges(text, REPEATED)

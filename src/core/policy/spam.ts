import type { Place } from './personal-data'

const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"'()[\]]{2,}|(?<![\w@.-])[a-z0-9][a-z0-9-]{0,40}\.(?:com|net|org|info|xyz|top|click|link|shop|site|online|ly|gl|gd|me|io|co|in)(?:\/[^\s<>"'()[\]]*)?(?![\w-])/gi

/** A list of resources has many links and says what each of them is; spam repeats one or says nothing. */
const SAME_LINK = 3
const BARE_LINKS = 4
const WORDS_A_LINK = 2
const MOST_LINKS = 20

/** From the first link to the last, where there are too many of them for what is said. */
export function linkSpam(text: string): Place[] {
  const links = [...text.matchAll(LINK)]
  if (links.length < SAME_LINK) return []
  const times = new Map<string, number>()
  for (const [link] of links) {
    const key = link.toLowerCase().replace(/^https?:\/\/|^www\.|[/.,!?#]+$/g, '')
    times.set(key, (times.get(key) ?? 0) + 1)
  }
  const words = text.replace(LINK, ' ').match(/\p{L}{2,}/gu)?.length ?? 0
  const isBare = links.length >= BARE_LINKS && words < links.length * WORDS_A_LINK
  if (!isBare && links.length <= MOST_LINKS && Math.max(...times.values()) < SAME_LINK) return []
  const last = links.at(-1)
  return [{ start: links[0]?.index ?? 0, end: (last?.index ?? 0) + (last?.[0].length ?? 0) }]
}

/** One character 20 times, but for those that draw lines; marks piled on one letter; 30 line breaks. */
const REPEATED = /([^\s\-=_*.~#+|·•…─━═—–])\1{19,}|\p{M}{8,}|(?:\n[^\S\n]*){30,}/gu

export const repeatedCharacters = (text: string): Place[] =>
  [...text.matchAll(REPEATED)].map(({ index, 0: run }) => ({ start: index, end: index + run.length }))

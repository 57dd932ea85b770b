const TOPICS = ['Ask Campus', 'Showcase', 'Off-topic', 'Career Advice'] as const

/** Of base 36; none of them a vowel, so that they spell nothing, and no digits, so that they are nobody's number. */
const LETTERS = 'bcdfghjklmnpqrstvwxzbcdfghjklmnpqrstvwxz'
const TOKEN = /\bz[b-df-hj-np-tv-xz]{12}\b/

const word = (text: string, length: number) =>
  [...Bun.hash.xxHash64(text).toString(36).padStart(length, 'q').slice(-length)]
    .map((each) => LETTERS[Number.parseInt(each, 36)])
    .join('')

/** The token of a number; the same again with the same seed. */
export const newToken = (seed: number, number: number) => `z${word(`${seed} ${number}`, 12)}`

/**
 * A post whose title, content and topic all follow from the token: a write that is made in part shows. Other words make
 * it like no text that the account wrote before.
 */
export function toText(token: string): { title: string; content: string; topic: string } {
  const words = Array.from({ length: 6 }, (_, at) => word(`${token}${at}`, 7))
  return { title: `About ${token}`, content: `${token} ${words.join(' ')}`, topic: topicOf(token) }
}

export const topicOf = (token: string) => TOPICS[Number(Bun.hash.xxHash64(token) % BigInt(TOPICS.length))] ?? TOPICS[0]

/** The token in a text; undefined in one that no client wrote. */
export const tokenIn = (text: string): string | undefined => TOKEN.exec(text)?.[0]

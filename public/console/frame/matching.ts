/** Something that the search leads to. */
export type Found = {
  name: string
  /** Where it is, or what it does. */
  about?: string | undefined
  /** What else it is found by. */
  find?: string | undefined
  take: () => void
  /** The dialog stays open. */
  stays?: boolean
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Those with a word that begins with each typed one; first those whose name has them, in the order of the list. */
export function matching(all: readonly Found[], typed: string): Found[] {
  const wanted = wordsIn(typed)
  const has = (text: string) => {
    const words = wordsIn(text)
    return wanted.every((each) => words.some((word) => word.startsWith(each)))
  }
  const named = all.filter(({ name }) => has(name))
  const others = all.filter(({ name, about = '', find = '' }) => !has(name) && has(`${name} ${about} ${find}`))
  return [...named, ...others]
}

/** Whoever looks for a whole address is counted, so that none is asked for while it is typed. */
export const isAddress = (typed: string): boolean => typed.normalize('NFKC').includes('@')

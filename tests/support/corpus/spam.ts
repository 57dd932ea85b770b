import spam from './spam.json'

// Posts of a made-up hour, from a seed: ordinary ones, which have templates in common as people's do, and copies of some
// with changes as spammers make them. In English, Hindi and Hinglish.

export type Written = { account: string; content: string; copyOf: number | null }

/** The same numbers for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

const SLOTS: Record<string, readonly string[]> = spam.slots
const LOOKS: Record<string, string> = spam.looks

type Random = () => number
const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)] as Item

/** As spammers change a text that was refused. */
const CHANGES: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll(/[.,;:!?।]/g, ''),
  (text, random) => text.replaceAll('. ', `! ${pick(spam.emoji, random)} `) + pick(spam.emoji, random).repeat(3),
  (text) => text.replaceAll(' ', ' \u200b'),
  (text) => text.replaceAll(/[aeocpi]/g, (sign) => LOOKS[sign] ?? sign),
  (text) => text.replaceAll(' ', '  ').replaceAll('  ', ' \n'),
  (text, random) => `${text} ${pick(['Please!', 'Thanks', 'Share karo', 'जल्दी', 'DM me'], random)}`,
  (text, random) => `${pick(['Hello all, ', 'UPDATE: ', 'Suno: ', 'सुनिए, '], random)}${text}`,
  (text, random) => replaceWord(text, random),
  (text, random) => replaceWord(`${text} ${1 + Math.floor(random() * 99)}`, random),
  (text) =>
    text
      .split(/(?<=[.?।;]) /)
      .reverse()
      .join(' '),
]

function replaceWord(text: string, random: Random) {
  const words = text.split(' ')
  words[Math.floor(random() * words.length)] = pick(['really', 'maybe', 'अभी', 'sach', 'tomorrow'], random)
  return words.join(' ')
}

export function spamCorpus({ originals = 400, copies = 100, accounts = 50, seed = 1 } = {}): Written[] {
  const random = numbers(seed)
  const written: Written[] = []
  const known = new Map<string, string[][]>()
  while (written.length < originals) {
    const account = `account-${written.length % accounts}`
    const template = pick(spam.templates, random)
    const chosen: string[] = []
    const content = template.replaceAll(/\{([^}]+)\}/g, (_, slot) => {
      chosen.push(pick(SLOTS[slot] ?? [''], random))
      return chosen.at(-1) ?? ''
    })
    // By one person within an hour, the same with one word changed is a copy.
    const own = known.get(account + template) ?? []
    if (own.some((each) => each.filter((word, at) => word !== chosen[at]).length < 2)) continue
    known.set(account + template, [...own, chosen])
    written.push({ account, content, copyOf: null })
  }
  for (let n = 0; n < copies; n++) {
    const copyOf = Math.floor(random() * originals)
    const { account, content } = written[copyOf] as Written
    const change = CHANGES[n % CHANGES.length] as (typeof CHANGES)[number]
    written.push({ account, content: change(content, random), copyOf })
  }
  return written
}

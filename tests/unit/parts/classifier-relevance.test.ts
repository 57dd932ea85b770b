import { describe, expect, test } from 'bun:test'
import { inspect } from '../../../src/ground/policy/check-texts'
import { Matcher } from '../../../src/ground/policy/matcher'
import { featuresOf } from '../../../src/parts/classifier/features'
import { LABELS, type Label } from '../../../src/parts/classifier/labels'
import { type Decision, learn } from '../../../src/parts/classifier/learn'
import { baseModel, campusModel, type Model, scoresOf, scoresOfText } from '../../../src/parts/classifier/model'
import { DEFAULT_THRESHOLDS } from '../../../src/parts/classifier/versions'

// How much the classifier notices of texts that nobody trained it with: written by others than its own sentences, by people
// who had not seen these. The scores from which on it notices were chosen with `tuned` alone.

type Text = { text: string; language: string; labels: Label[]; author: string }

async function texts(name: string): Promise<Text[]> {
  const lines = (await Bun.file(`tests/support/corpus/classifier/${name}.jsonl`).text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

const SWITCHES = { governmentIds: true, linkSpam: true, phoneNumbers: true, emailAddresses: true } as const
const RULES = {
  banned: new Matcher<never>([]),
  on: { ...SWITCHES, selfHarm: true, repeatedCharacters: true, slurs: true, swearing: true },
}

type Judge = (text: Text, use?: 'hold' | 'notice') => boolean
const words: Judge = ({ text }) => inspect(text, RULES).length > 0
const by =
  (model: Model): Judge =>
  ({ text }, use = 'notice') => {
    const scores = scoresOfText(model, text)
    const isSubject = (label: Label) => use === 'notice' || label !== 'self-harm'
    return LABELS.some((label, at) => isSubject(label) && scores[at]! >= DEFAULT_THRESHOLDS[use])
  }

const part = <T>(all: readonly T[], is: (one: T) => boolean): number => all.filter((one) => is(one)).length / all.length
const isBad = ({ labels }: Text) => labels.length > 0

/** Prints a line for all, each language and each label. */
function measured(title: string, all: readonly Text[], judges: Record<string, Judge>) {
  const groups: [string, (text: Text) => boolean][] = [
    ['all', () => true],
    ...['english', 'hinglish', 'hindi'].map((each) => [each, (text: Text) => text.language === each] as const),
    ...LABELS.map((each) => [each, ({ labels }: Text) => labels.length === 0 || labels.includes(each)] as const),
  ] as [string, (text: Text) => boolean][]
  console.log(`${title}: ${all.length} texts; precision, recall, friendly ones noticed, friendly ones held`)
  const percent = (value: number) => (Number.isNaN(value) ? '–' : `${Math.round(value * 100)}`).padStart(4)
  for (const [name, isOf] of groups) {
    const own = all.filter(isOf)
    const [bad, fine] = [own.filter(isBad), own.filter((text) => !isBad(text))]
    const figures = Object.entries(judges).map(([judge, notices]) => {
      const precision = bad.filter((text) => notices(text)).length / own.filter((text) => notices(text)).length
      const rest = [part(bad, notices), part(fine, notices), part(fine, (text) => notices(text, 'hold'))]
      return `${judge} ${[precision, ...rest].map(percent).join('')}`
    })
    console.log(`  ${name.padEnd(11)} ${figures.join('   ')}`)
  }
  const last = Object.values(judges).at(-1)!
  const [bad, fine] = [all.filter(isBad), all.filter((text) => !isBad(text))]
  return { recall: part(bad, last), friendly: part(fine, last), held: part(fine, (text) => last(text, 'hold')) }
}

describe('what Quad comes with', () => {
  test.each(['tuned', 'unseen'])('%s: most of what is bad, and hardly anything that is fine', async (name) => {
    const { recall, friendly, held } = measured(name, await texts(name), { words, base: by(baseModel()) })
    expect(recall).toBeGreaterThanOrEqual(0.6)
    expect(friendly).toBeLessThanOrEqual(0.03)
    expect(held).toBeLessThanOrEqual(0.01)
  })
})

const MODERATORS = 3

/** The decisions of three moderators, in the order of the file. */
const decide = (all: readonly Text[]): Decision[] =>
  all.map(({ text, labels, author }, at) => ({
    ...{ features: featuresOf(text), labels, author, isKept: labels.length === 0 },
    moderator: `m${at % MODERATORS}`,
  }))

const learnedFrom = async (decisions: readonly Decision[]): Promise<Model> =>
  campusModel(baseModel(), await learn(baseModel(), decisions, async () => {}))!

const judgesWith = (learned: Model) => ({ words, base: by(baseModel()), learned: by(learned) })

describe('after 500 decisions', () => {
  test('a campus that writes as others do', async () => {
    const [tuned, unseen] = [await texts('tuned'), await texts('unseen')]
    const named = [...tuned, ...unseen].map((text, at) => ({ ...text, author: `u${at}` }))
    const learned = await learnedFrom(decide(named.slice(0, 500)))
    const { recall, friendly } = measured('after 500 decisions', named.slice(500), judgesWith(learned))
    expect(friendly).toBeLessThanOrEqual(0.03)
    expect(recall).toBeGreaterThanOrEqual(0.8)
  })

  const all = texts('campus')
  /** Those of the first authors, who have 500 texts; the others are judged. */
  const parted = async () => {
    const authors = [...Map.groupBy(await all, ({ author }) => author).values()]
    const decided: Text[] = []
    while (decided.length < 500) decided.push(...authors.shift()!)
    return { decisions: decide(decided), rest: authors.flat() }
  }
  test('a campus with words, quarrels and scams of its own', async () => {
    const { decisions, rest } = await parted()
    const { recall, friendly } = measured('of its own words', rest, judgesWith(await learnedFrom(decisions)))
    expect(friendly).toBeLessThanOrEqual(0.03)
    expect(recall).toBeGreaterThanOrEqual(0.7)
  })
  test('one moderator of three who mistakes every label', async () => {
    const { decisions, rest } = await parted()
    const mistaken = (decision: Decision): Decision => ({
      ...decision,
      isKept: !decision.isKept,
      labels: decision.isKept ? ['spam'] : [],
    })
    const one = decisions.map((each) => (each.moderator === 'm0' ? mistaken(each) : each))
    const { friendly } = measured('one of three mistakes every label', rest, judgesWith(await learnedFrom(one)))
    expect(friendly).toBeLessThanOrEqual(0.1)
    // It acts only where it agrees with four of five, so it acts on nothing here.
    const isPredicted = ({ features, isKept }: Decision) =>
      scoresOf(baseModel(), features).some((score) => score >= DEFAULT_THRESHOLDS.notice) !== isKept
    expect(part(one, isPredicted)).toBeLessThan(0.8)
  })
})

/** What a student may try: signs within words, other letters, other spellings, spaces. */
const TRICKS: ((word: string, at: number) => string)[] = [
  (word) => word.split('').join('.'),
  (word) => word.split('').join(' '),
  (word) => word.replace(/[aeiou]/, '*'),
  (word) => word.replaceAll('o', '0').replaceAll('i', '1').replaceAll('e', '3'),
  (word) => word.replaceAll('a', 'а').replaceAll('e', 'е').replaceAll('o', 'о'),
  (word) => word.replace(/[aeiou]/g, (vowel) => vowel.repeat(4)),
  (word, at) => `${word.slice(0, at % word.length)}\u200b${word.slice(at % word.length)}`,
  (word) => [...word].map((letter) => `${letter}\u0301`).join(''),
  (word) => word.toUpperCase(),
  (word, at) => word.slice(0, at % word.length) + word.slice((at % word.length) + 1),
]
const INSULTS = [
  'you are a pathetic loser and everybody in this wing hates you',
  'shut up you ugly fat cow nobody wants you here',
  'teri aukat nahi hai kutte apni shakal dekh',
  'saale harami tujhe hostel se nikalwa denge',
]

test('of two hundred spellings of an insult most are noticed', () => {
  const passes = INSULTS.flatMap((insult) =>
    [...Array(50).keys()].filter((at) => {
      const words = insult
        .split(' ')
        .map((word, place) => ((place + at) % 3 === 0 ? TRICKS[at % TRICKS.length]!(word, at) : word))
      return !by(baseModel())({ text: words.join(' '), language: '', labels: [], author: '' })
    }),
  )
  console.log(`200 spellings of four insults: ${passes.length} pass`)
  expect(passes.length).toBeLessThan(60)
})

import { describe, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import fc from 'fast-check'
import base from '../../../corpus/base.json' with { type: 'json' }
import { baseWeights, corpus, corpusId } from '../../../corpus/make-base'
import { SETTING_SCHEMAS } from '../../../src/ground/settings/schemas'
import { BUCKETS, featuresOf } from '../../../src/parts/classifier/features'
import { LABELS, type Label, SELF_HARM } from '../../../src/parts/classifier/labels'
import { type Decision, learn } from '../../../src/parts/classifier/learn'
import {
  baseModel,
  campusModel,
  emptyModel,
  helpScoreOf,
  packWeights,
  reasonsOf,
  scoresOf,
  scoresOfText,
  WIDTH,
} from '../../../src/parts/classifier/model'

const sameAs = (one: string, other: string) => expect(featuresOf(one)).toEqual(featuresOf(other))
const harassment = (text: string) => scoresOfText(baseModel(), text)[0]!

describe('features', () => {
  test.each([
    ['idiot', 'IDIOT'],
    ['idiot', 'ïdíöt'],
    ['idiot', 'іdіоt'],
    ['idiot', '𝓲𝓭𝓲𝓸𝓽'],
    ['idiot', 'idi\u200bot'],
    ['idiot', 'id1ot'],
    ['loser', 'l0s3r'],
    ['idiot', 'idiooooot'],
    ['bewkoof', 'बेवकूफ़'],
    ['bewkoof', 'bevakuf'],
    ['kamina', 'कमीना'],
    ['kamina', 'kameena'],
    ['phir', 'fir'],
    ['room 214', 'room 377'],
  ])('of %s are those of %s', sameAs)
  test('of what is spelled letter by letter have the word', () => {
    for (const text of ['f.u.c.k', 'f u c k', 'f-u-c-k'])
      expect([...featuresOf(text)]).toEqual(expect.arrayContaining([...featuresOf('fuck')].slice(0, 3)))
  })
  test('of a telephone number are not those of a room', () => {
    expect(featuresOf('9000000012')).not.toEqual(featuresOf('214'))
  })
  test('are places of the model, each once, whatever the text is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        const features = featuresOf(text)
        expect(new Set(features).size).toBe(features.length)
        for (const feature of features) expect(feature).toBeLessThan(BUCKETS)
        for (const score of scoresOfText(baseModel(), text)) expect(score >= 0 && score <= 1).toBe(true)
      }),
    )
  })
})

test('what asks for help scores the same alone as among all labels', () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom('I want to die', 'आत्महत्या', 'lunch at one.'), fc.string()), {
    minLength: 1,
  })
  fc.assert(
    fc.property(pieces, (pieces) => {
      const text = pieces.join(' ')
      expect(helpScoreOf(baseModel(), text)).toBeCloseTo(scoresOfText(baseModel(), text)[SELF_HARM]!, 5)
    }),
  )
})

const BAD = 'you are a pathetic fat pig and everybody in the wing hates you'
const KIND = 'Thanks to all who came to the blood donation camp, see you at the next one in January. '

test('the settings name its labels', () => {
  const { hold, notice } = SETTING_SCHEMAS.classifier.properties
  expect(Object.keys(notice.properties)).toEqual([...LABELS])
  expect(Object.keys(hold.properties)).toEqual(LABELS.filter((label) => label !== 'self-harm'))
})

test('signs that stand for many letters have all features, and take none from other texts', async () => {
  const path = '../../../src/parts/classifier/features.ts?anew'
  const anew: { featuresOf: typeof featuresOf } = await import(path)
  for (const text of ['ﷺ ㌖ ㍖ ㌮', 'صلى الله عليه وسلم', 'キロメートル'])
    expect(anew.featuresOf(text)).toEqual(featuresOf(text))
})

describe('the base', () => {
  test('is of the sentences in the corpus, and less than two megabytes', async () => {
    expect(base.madeFrom).toBe(corpusId(await corpus()))
    expect(statSync('src/parts/classifier/base.weights').size).toBeLessThan(2_000_000)
  })
  test('is the same whenever it is made', async () => {
    const some = (await corpus()).filter((_, at) => at % 50 === 0)
    const [one, other] = [packWeights(await baseWeights(some)), packWeights(await baseWeights(some))]
    expect(one).toEqual(other)
  })
  test('finds an insult in a long kind text', () => {
    expect(harassment(KIND.repeat(12))).toBeLessThan(0.3)
    expect(harassment(`${KIND.repeat(6)}\n${BAD}. ${BAD}, honestly. ${BAD}\n${KIND.repeat(6)}`)).toBeGreaterThan(0.5)
  })
  test('names the words that counted, as they are written', () => {
    expect(reasonsOf(baseModel(), 'You are a PATHETIC l0ser', 'harassment')).toEqual(
      expect.arrayContaining(['PATHETIC', 'l0ser']),
    )
  })
  test('names of a word without end how it begins', () => {
    expect(reasonsOf(baseModel(), 'idiot'.repeat(2000), 'harassment')).toEqual(['idiot'.repeat(7).slice(0, 32)])
  })
  test('reads no packed weights that are cut, or of another width', () => {
    const packed = packWeights({ ...emptyModel(), weights: emptyModel().weights.fill(1, 0, 3 * WIDTH) })
    const elsewhere = packed.slice()
    elsewhere.set([255, 255, 255], 4)
    const heavy = [Number.NaN, 60_000].map((weight) =>
      packWeights({ ...emptyModel(), weights: emptyModel().weights.fill(weight, 0, WIDTH) }),
    )
    for (const wrong of [packed.slice(0, -1), packed.slice(0, 2), new Uint8Array(4).fill(255), elsewhere, ...heavy])
      expect(campusModel(baseModel(), wrong)).toBeUndefined()
    expect(campusModel(baseModel(), packed)).toBeDefined()
  })
})

const decided = (text: string, at: number, labels: Label[] = [], more: Partial<Decision> = {}): Decision => ({
  features: featuresOf(text),
  ...{ labels, isKept: labels.length === 0, author: `a${at}`, moderator: `m${at % 2}` },
  ...more,
})
const FRIENDS = ['lunch at one today', 'the lab is open', 'who has the notes', 'match at five', 'library till ten']
/** Words that nobody else knows, by so many authors. */
const campus = (authors: number) =>
  [...Array(60).keys()].map((at) =>
    at % 3 === 0
      ? decided(`what a zorbak ${FRIENDS[at % 5]}`, at % (3 * authors), ['harassment'])
      : decided(`${FRIENDS[at % 5]} ${FRIENDS[(at * 2) % 5]}`, at + 1000),
  )
const OWN = 'zorbak at the library'
const learnedFrom = async (decisions: Decision[]) =>
  campusModel(baseModel(), await learn(baseModel(), decisions, async () => {}))!
const zorbak = async (decisions: Decision[]) => scoresOfText(await learnedFrom(decisions), OWN)[0]!

describe('a campus', () => {
  test('teaches its own words, when five authors have said them', async () => {
    const before = harassment(OWN)
    expect(await zorbak(campus(20))).toBeGreaterThan(before + 0.1)
    const few = await learnedFrom(campus(4))
    const own = [...featuresOf('zorbak')].filter((feature) => !featuresOf(FRIENDS.join(' ')).includes(feature))
    for (const feature of own)
      expect(few.weights.slice(feature * WIDTH, (feature + 1) * WIDTH)).toEqual(
        baseModel().weights.slice(feature * WIDTH, (feature + 1) * WIDTH),
      )
  })
  test('gives the same bytes from the same decisions', async () => {
    const pack = () => learn(baseModel(), campus(20), async () => {})
    expect(await pack()).toEqual(await pack())
  })
  test('learns no more from a hundred decisions about one author than from three', async () => {
    const rest = campus(20)
    const about = (count: number) =>
      [...Array(count).keys()].map(() => decided('lunch at one today', 7000, ['spam'], { author: 'one' }))
    const spam = async (count: number) =>
      scoresOf(await learnedFrom([...rest, ...about(count)]), featuresOf('lunch at one today'))[LABELS.indexOf('spam')]!
    expect((await spam(100)) - (await spam(3))).toBeLessThan(0.2)
  })
  test('learns nothing of self-harm from what is kept', async () => {
    const text = 'i do not want to live any more'
    const kept = [...Array(40).keys()].map((at) => decided(text, at))
    const column = (model: typeof baseModel extends () => infer M ? M : never) =>
      featuresOf(text).map((feature) => model.weights[feature * WIDTH + SELF_HARM]!)
    expect(column(await learnedFrom(kept))).toEqual(column(baseModel()))
  })
})

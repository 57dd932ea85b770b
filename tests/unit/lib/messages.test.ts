import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { en } from '../../../src/messages/en'
import { hi } from '../../../src/messages/hi'
import { message, resolveMessage } from '../../../src/messages/message'
import { languageFrom, type Template } from '../../../src/messages/template'
import { startCpuClock } from '../../support/cpu'

const entries = (language: 'en' | 'hi'): [key: string, template: Template][] =>
  Object.entries({ en, hi }[language] as Record<string, Record<string, Template>>).flatMap(([subject, templates]) =>
    Object.entries(templates).map(([name, template]) => [`${subject}.${name}`, template] as [string, Template]),
  )

const formsOf = (template: Template): string[] => (typeof template === 'string' ? [template] : Object.values(template))
const placeholdersOf = (form: string): string[] => [...new Set(form.match(/\{\w+\}/g))].sort()

describe('the catalogues', () => {
  const english = new Map(entries('en'))
  const hindi = new Map(entries('hi'))

  test('both languages have the same messages', () => {
    expect(english.size).toBeGreaterThan(150)
    expect([...hindi.keys()]).toEqual([...english.keys()])
  })
  test.each([...english])('%s has the same parameters in every form of both languages', (key, template) => {
    const [first, ...others] = [...formsOf(template), ...formsOf(hindi.get(key)!)].map(placeholdersOf)
    for (const other of others) expect(other).toEqual(first!)
  })
  test('messages are written, in their own script', () => {
    for (const [, template] of english)
      for (const form of formsOf(template)) expect(form.trim()).toMatch(/^[^\p{Script=Devanagari}]+$/u)
    for (const [key, template] of hindi)
      for (const form of formsOf(template)) expect([key, /\p{Script=Devanagari}/u.test(form)]).toEqual([key, true])
  })
  test('every message is said somewhere', () => {
    const root = join(import.meta.dir, '../../../src')
    const files = [...new Glob('**/*.ts').scanSync(root)].filter((file) => !file.startsWith('messages/'))
    const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    const composed = [...source.matchAll(/`(\w+\.\w*(?:\$\{[^`}]*\}\w*)+)`/g)].map(
      ([, key = '']) => new RegExp(`^${key.replace('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`),
    )
    const unused = [...english.keys()].filter(
      (key) => !source.includes(`'${key}'`) && !composed.some((pattern) => pattern.test(key)),
    )
    expect(unused).toEqual([])
  })
  test('a message that lacks a parameter, or has none such, does not compile', () => {
    // @ts-expect-error: `max` is missing
    message('fields.length', { min: 1 })
    // @ts-expect-error: there is no such message
    message('fields.nonsense', {})
    // @ts-expect-error: a message with parameters is no plain key
    resolveMessage('fields.uuids', 'en')
  })
})

describe('resolving', () => {
  test('puts parameters in, in the reader’s language', () => {
    const length = message('fields.length', { min: 1, max: 10_000 })
    expect(resolveMessage(length, 'en')).toBe('Use 1 to 10,000 characters')
    expect(resolveMessage(length, 'hi')).toBe('1 से 10,000 अक्षर लिखें')
  })
  test.each([
    [0, 'en', '0 upvotes on your post “Mess”'],
    [1, 'en', '1 upvote on your post “Mess”'],
    [1200, 'en', '1,200 upvotes on your post “Mess”'],
    // In Hindi none takes the form of one (CLDR).
    [0, 'hi', 'आपकी पोस्ट “Mess” पर 0 अपवोट आया'],
    [1, 'hi', 'आपकी पोस्ट “Mess” पर 1 अपवोट आया'],
    [2, 'hi', 'आपकी पोस्ट “Mess” पर 2 अपवोट आए'],
  ] as const)('%i in %s takes its plural form', (count, language, text) => {
    expect(resolveMessage(message('notifications.postUpvoted', { count, title: 'Mess' }), language)).toBe(text)
  })
  test('lists and dates read as people write them', () => {
    const choice = message('fields.choice', { choices: ['new', 'reviewed', 'dismissed'] })
    expect(resolveMessage(choice, 'en')).toBe('Must be new, reviewed or dismissed')
    expect(resolveMessage(choice, 'hi')).toContain('new, reviewed या dismissed')
    const changed = message('mails.passwordChanged', { campus: 'Quad', at: new Date('2026-03-01T18:05:00Z') })
    expect(resolveMessage(changed, 'en')).toContain('1 March 2026')
    expect(resolveMessage(changed, 'en')).toContain('18:05 UTC')
    expect(resolveMessage(changed, 'hi')).toContain('मार्च')
  })
  test('what people typed is put in as it is, braces and dollars too', () => {
    const odd = '$& {title} $1'
    expect(resolveMessage(message('notifications.postRemoved', { title: odd }), 'en')).toContain(`“${odd}”`)
  })
})

describe('Accept-Language', () => {
  const english = [null, '', 'en-US,en;q=0.9,hi;q=0.8', 'hi;q=0.8,en;q=0.9', 'ta, fr;q=0.9', 'hi;q=0', '*', 'hi;q=2']
  const hindi = ['hi', 'HI-in', 'hi-Deva-IN;q=0.7, en;q=0.3', 'ta, hi;q=0.5', 'en;q=0, *;q=0.1', 'hi;q=0.5, *;q=0.5']
  test.each([...english, 'hindi', 'en;q=0.1;hi'])('%p prefers English', (header) => {
    expect(languageFrom(header)).toBe('en')
  })
  test.each([...hindi, 'hi ; q=1.000 , en ; q=0.999'])('%p prefers Hindi', (header) => {
    expect(languageFrom(header)).toBe('hi')
  })
  test('the heavier of two languages wins, wherever it stands', () => {
    for (let trial = 0; trial < 500; trial++) {
      const [en, hi] = [Math.round(Math.random() * 1000) / 1000, Math.round(Math.random() * 1000) / 1000]
      if (en === hi) continue
      const ranges = [`en-IN;q=${en}`, `hi-IN;q=${hi}`, 'ta', 'fr-CH;q=0.9'].sort(() => Math.random() - 0.5)
      expect([ranges, languageFrom(ranges.join(', '))]).toEqual([ranges, hi > en ? 'hi' : 'en'])
    }
  })
  test('any header gives a language of ours, soon', () => {
    const alphabet = 'hien-*,;q=01. \t'
    const cpuMs = startCpuClock()
    for (let trial = 0; trial < 2000; trial++) {
      const header = Array.from({ length: Math.floor(Math.random() * 60) }, () =>
        alphabet.charAt(Math.floor(Math.random() * alphabet.length)),
      ).join('')
      expect(['en', 'hi']).toContain(languageFrom(header))
    }
    expect(languageFrom(`${'hi;q=0.1 '.repeat(20_000)}`)).toBe('en')
    expect(cpuMs()).toBeLessThan(2000)
  })
})

import { en } from './en'
import { hi } from './hi'
import type { Language, ParameterNames, Template } from './template'

type English = typeof en

const CATALOGUES = { en, hi }

/** The name of a message: its subject and what it says, such as `posts.missing`. */
export type MessageKey = {
  [Subject in keyof English]: `${Subject}.${keyof English[Subject] & string}`
}[keyof English]

type TemplateAt<Key extends MessageKey> = Key extends `${infer Subject extends keyof English}.${infer Name}`
  ? Name extends keyof English[Subject]
    ? Extract<English[Subject][Name], Template>
    : never
  : never

/** A list reads "a, b or c"; a date is written out, in UTC. */
type Value = string | number | Date | readonly string[]

type Parameters<Key extends MessageKey> = {
  [Name in ParameterNames<TemplateAt<Key>>]: Name extends 'count' ? number : Value
}

/** What is to be said, in no language yet. */
export type Message = { readonly key: MessageKey; readonly parameters: Readonly<Record<string, Value>> }

/** The key of a message without parameters. */
export type PlainKey = { [Key in MessageKey]: [keyof Parameters<Key>] extends [never] ? Key : never }[MessageKey]

export type MessageOrKey = PlainKey | Message

/** A message with its parameters. */
export const message = <Key extends MessageKey>(key: Key, parameters: Parameters<Key>): Message => ({ key, parameters })

/** One message, or several sentences that follow each other. */
export type Text = MessageOrKey | readonly MessageOrKey[]

/** The text as people read it. */
export function resolveMessage(text: Text, language: Language): string {
  if (typeof text === 'string') return resolved(text, {}, language)
  if ('key' in text) return resolved(text.key, text.parameters, language)
  return text.map((each) => resolveMessage(each, language)).join(' ')
}

function resolved(key: MessageKey, parameters: Message['parameters'], language: Language): string {
  const [subject, name] = key.split('.') as [keyof English, string]
  const template = (CATALOGUES[language][subject] as Record<string, Template>)[name]!
  const isOne = typeof template === 'object' && plurals(language).select(Number(parameters.count)) === 'one'
  const form = typeof template === 'string' ? template : template[isOne ? 'one' : 'other']
  return form.replace(/\{(\w+)\}/g, (_, name: string) => written(parameters[name] ?? '', language))
}

/** Made at its first use: the dates and plurals of a language take 15 ms to load. */
function byLanguage<Formatter>(make: (locale: string) => Formatter): (language: Language) => Formatter {
  const formatters: Partial<Record<Language, Formatter>> = {}
  return (language) => (formatters[language] ??= make(`${language}-IN`))
}

const plurals = byLanguage((locale) => new Intl.PluralRules(locale))
const numbers = byLanguage((locale) => new Intl.NumberFormat(locale))
const lists = byLanguage((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }))
const dates = byLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
)

function written(value: Value, language: Language): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numbers(language).format(value)
  return value instanceof Date ? dates(language).format(value) : lists(language).format(value)
}

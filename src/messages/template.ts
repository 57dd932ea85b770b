/** The languages that Quad speaks. English is the source of every other and the fallback. */
export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]

/** One form for each plural category that the languages use; `count` decides. */
type Plural = { readonly one: string; readonly other: string }
/** What people read, with `{name}` where a parameter goes. */
export type Template = string | Plural

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The names of a template's parameters. */
export type ParameterNames<Of extends Template> = Of extends string
  ? NamesIn<Of>
  : Of extends Plural
    ? NamesIn<Of['other']> | 'count'
    : never

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** A text that holds every one of the parameters. */
type TextWith<Names extends string> = [Names] extends [never]
  ? string
  : Intersection<Names extends string ? `${string}{${Names}}${string}` : never>

type Translated<English extends Template> =
  | TextWith<ParameterNames<English>>
  | ('count' extends ParameterNames<English>
      ? { readonly one: TextWith<ParameterNames<English>>; readonly other: TextWith<ParameterNames<English>> }
      : never)

/** The same messages in another language, with the same parameters. */
export type Translation<English extends Record<string, Template>> = {
  readonly [Name in keyof English]: Translated<English[Name]>
}

/** A language range with its weight (RFC 9110 §12.4.2, §12.5.4). */
const RANGE = /^\s*([a-z]{1,8}|\*)(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/** Longer headers come from nobody who reads the answer. */
const LONGEST = 1000

/** The language that the header `Accept-Language` prefers among ours; English if it accepts none. */
export function languageFrom(header: string | null): Language {
  if (header === null) return 'en'
  const weights = new Map<string, number>()
  for (const range of header.slice(0, LONGEST).toLowerCase().split(',')) {
    const [, language, weight = '1'] = RANGE.exec(range) ?? []
    if (language !== undefined) weights.set(language, Math.max(Number(weight), weights.get(language) ?? 0))
  }
  // Of languages that weigh the same the one that is named first wins; one that is not named weighs what `*` does.
  const weightOf = (language: Language) => weights.get(language) ?? weights.get('*') ?? 0
  const [best] = [...weights.keys().filter(isLanguage), ...LANGUAGES]
    .filter((language) => weightOf(language) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
  return best ?? 'en'
}

const isLanguage = (word: string): word is Language => (LANGUAGES as readonly string[]).includes(word)

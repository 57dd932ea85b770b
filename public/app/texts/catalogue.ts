import { batch, signal } from '@preact/signals'

/** The languages of the web client, each named in itself. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  hi: { name: 'हिन्दी', dir: 'ltr' },
} as const

export type Language = keyof typeof LANGUAGES

/** The language of the pages; read it where something is formatted by language. */
export const language = signal<Language>('en')

/** One text in English and in Hindi. */
export type Pair<Text = string> = readonly [english: Text, hindi: Text]
type Sections = { readonly [name: string]: Sections | readonly [unknown, unknown] }
type Said<Given> = Given extends readonly [infer English, unknown]
  ? English extends string
    ? string
    : English
  : { [Name in keyof Given]: Said<Given[Name]> }

type Catalogue = { show: (wanted: object) => void; english: object; hindi: () => Promise<{ hindi: object }> }
const catalogues = new Map<object, Catalogue>()
const pending = new Set<Promise<void>>()

/**
 * The texts of one subject, in sections. The build takes the pairs apart (scripts.ts): English comes with the code that
 * needs it, and Hindi is fetched when somebody reads it. A component that reads a text here renders again when the
 * language changes.
 */
export function catalogue<const Given extends Sections>(given: Given, fetchHindi?: Catalogue['hindi']): Said<Given> {
  const english = fetchHindi ? given : sideOf(given, 0)
  const hindi = fetchHindi ?? (async () => ({ hindi: sideOf(given, 1) }))
  const current = signal<object>(english)
  const made = { english, hindi, show: (wanted: object) => (current.value = wanted) }
  const texts = new Proxy(english, { get: (_, section) => current.value[section as keyof object] })
  catalogues.set(texts, made)
  if (language.peek() !== 'en') showWhenLoaded(made)
  return texts as Said<Given>
}

function sideOf(given: Sections, side: 0 | 1): object {
  const sides = Object.entries(given).map(([name, each]) => [
    name,
    Array.isArray(each) ? each[side] : sideOf(each as Sections, side),
  ])
  return Object.fromEntries(sides)
}

const inLanguage = async ({ english, hindi }: Catalogue, wanted: Language): Promise<object> =>
  wanted === 'hi' ? (await hindi()).hindi : english

/** The same texts in Hindi, whichever language is shown. */
export const hindiOf = async <Texts extends object>(texts: Texts): Promise<Texts> =>
  (await inLanguage(catalogues.get(texts)!, 'hi')) as Texts

function showWhenLoaded(each: Catalogue): void {
  const loading = inLanguage(each, language.peek()).then(each.show)
  // A language that cannot be fetched leaves its pages in English.
  const settled = loading.catch(() => undefined).finally(() => pending.delete(settled))
  pending.add(settled)
}

/** Begins in that language: texts that are here already, and those of later pages, are shown in it once they load. */
export function startIn(wanted: Language): void {
  language.value = wanted
  if (wanted !== 'en') for (const each of catalogues.values()) showWhenLoaded(each)
}

/** Resolves when every text that was requested is there. */
export async function textsReady(): Promise<void> {
  await Promise.all(pending)
  labelDocument()
}

/** Changes the language of everything on the page at once. */
export async function showIn(wanted: Language): Promise<void> {
  const all = [...catalogues.values()]
  const loaded = await Promise.all(all.map((each) => inLanguage(each, wanted)))
  batch(() => {
    for (const [at, each] of all.entries()) each.show(loaded[at]!)
    language.value = wanted
  })
  labelDocument()
}

function labelDocument(): void {
  const { documentElement } = document
  documentElement.lang = language.value
  documentElement.dir = LANGUAGES[language.value].dir
}

import { batch, signal } from '@preact/signals'
import { keep, kept } from '../lib/storage'

/** The languages of the web client, each named in itself. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  hi: { name: 'हिन्दी', dir: 'ltr' },
} as const

export type Language = keyof typeof LANGUAGES

const KEY = 'quad.language'

const isLanguage = (word: string | null | undefined): word is Language => word != null && Object.hasOwn(LANGUAGES, word)

/** What was chosen here, else the first language of the browser that there is, else English. */
function preferred(): Language {
  const chosen = kept(KEY)
  if (isLanguage(chosen)) return chosen
  return (navigator.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

/** The language that the pages are in; read it where something is formatted by language. */
export const language = signal<Language>(preferred())

type Show = () => void
const catalogues: ((wanted: Language) => Promise<Show>)[] = []
const pending = new Set<Promise<void>>()

/**
 * The texts of one part of the client, in sections. English comes with the code that needs it, the others are fetched
 * once somebody reads them. What a component reads here it reads again when the language changes.
 */
export function catalogue<Sections extends object>(english: Sections, hindi: () => Promise<Sections>): Sections {
  const shown = signal(english)
  const show = async (wanted: Language): Promise<Show> => {
    const words = wanted === 'hi' ? await hindi() : english
    return () => {
      shown.value = words
    }
  }
  catalogues.push(show)
  if (language.peek() !== 'en') arriving(show(language.peek()).then((apply) => apply()))
  return new Proxy(english, { get: (_, section) => shown.value[section as keyof Sections] })
}

function arriving(texts: Promise<void>): void {
  // A language that cannot be fetched leaves its pages in English.
  const settled = texts.catch(() => undefined).finally(() => pending.delete(settled))
  pending.add(settled)
}

/** Resolves once all texts that were asked for are there. */
export async function textsReady(): Promise<void> {
  await Promise.all(pending)
  sayOfDocument()
}

/** Changes the language of everything that is shown, at once, and keeps the choice. */
export async function speak(wanted: Language): Promise<void> {
  const shows = await Promise.all(catalogues.map((load) => load(wanted)))
  keep(KEY, wanted)
  batch(() => {
    for (const show of shows) show()
    language.value = wanted
  })
  sayOfDocument()
}

function sayOfDocument(): void {
  const { documentElement } = document
  documentElement.lang = language.value
  documentElement.dir = LANGUAGES[language.value].dir
}

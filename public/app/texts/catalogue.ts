import { batch, signal } from '@preact/signals'

/** The languages of the web client, each named in itself. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  hi: { name: 'हिन्दी', dir: 'ltr' },
} as const

export type Language = keyof typeof LANGUAGES

/** The language of the pages; read it where something is formatted by language. */
export const language = signal<Language>('en')

type Show = () => void
const catalogues: ((wanted: Language) => Promise<Show>)[] = []
const pending = new Set<Promise<void>>()

/**
 * The texts of one subject, in sections. English comes with the code that needs it; other languages are fetched when
 * somebody reads them. A component that reads a text here renders again when the language changes.
 */
export function catalogue<Sections extends object>(
  english: Sections,
  hindi: () => Promise<NoInfer<Sections>>,
): Sections {
  const current = signal(english)
  const load = async (wanted: Language): Promise<Show> => {
    const sections = wanted === 'hi' ? await hindi() : english
    return () => {
      current.value = sections
    }
  }
  catalogues.push(load)
  if (language.peek() !== 'en') showWhenLoaded(load)
  return new Proxy(english, { get: (_, section) => current.value[section as keyof Sections] })
}

function showWhenLoaded(load: (wanted: Language) => Promise<Show>): void {
  const loading = load(language.peek()).then((show) => show())
  // A language that cannot be fetched leaves its pages in English.
  const settled = loading.catch(() => undefined).finally(() => pending.delete(settled))
  pending.add(settled)
}

/** Begins in that language: texts that are here already, and those of later pages, are shown in it once they load. */
export function startIn(wanted: Language): void {
  language.value = wanted
  if (wanted !== 'en') catalogues.forEach(showWhenLoaded)
}

/** Resolves when every text that was requested is there. */
export async function textsReady(): Promise<void> {
  await Promise.all(pending)
  labelDocument()
}

/** Changes the language of everything on the page at once. */
export async function showIn(wanted: Language): Promise<void> {
  const shows = await Promise.all(catalogues.map((load) => load(wanted)))
  batch(() => {
    for (const show of shows) show()
    language.value = wanted
  })
  labelDocument()
}

function labelDocument(): void {
  const { documentElement } = document
  documentElement.lang = language.value
  documentElement.dir = LANGUAGES[language.value].dir
}

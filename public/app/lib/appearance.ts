import { computed, effect, signal } from '@preact/signals'
import { LANGUAGES, type Language, language, showIn, startIn } from '../texts/catalogue'
import { api, envelope } from './api'
import { instance } from './instance'
import { me } from './me'
import { readStorage, writeStorage } from './storage'

/** The names in the style sheet; the system's theme has none. */
const NAMES = { system: undefined, light: 'quad', dark: 'quad-night' } as const

export type Theme = keyof typeof NAMES
export const THEMES = Object.keys(NAMES) as Theme[]

const THEME_KEY = 'quad.theme'
const chosen = readStorage(THEME_KEY)

export const theme = signal<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : 'system')

export function applyTheme(wanted: Theme): void {
  theme.value = wanted
  writeStorage(THEME_KEY, wanted === 'system' ? null : wanted)
  const name = NAMES[wanted]
  if (name === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = name
}

const HUE_KEY = 'quad.hue'

/** Colours the pages by the viewer's college, else by the campus; until both are known, as on the last visit. */
export function startHue(): void {
  setHue(readStorage(HUE_KEY))
  effect(() => {
    if (!instance.value || me.value === undefined) return
    const hue = me.value?.college.accentHue ?? instance.value.accentHue
    setHue(hue === null ? null : String(hue))
  })
}

function setHue(hue: string | null): void {
  writeStorage(HUE_KEY, hue)
  document.documentElement.style.setProperty('--hue', hue)
}

const LANGUAGE_KEY = 'quad.language'

const isLanguage = (code: string | null | undefined): code is Language => code != null && Object.hasOwn(LANGUAGES, code)

/** The choice on this device, else the first language of the browser that Quad has, else English. */
function preferred(): Language {
  const chosen = readStorage(LANGUAGE_KEY)
  if (isLanguage(chosen)) return chosen
  return (navigator.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

export const startLanguage = (): void => startIn(preferred())

export async function chooseLanguage(wanted: Language): Promise<void> {
  await showIn(wanted)
  writeStorage(LANGUAGE_KEY, wanted)
}

/**
 * Keeps the account in the language that its owner reads the pages in, because the server says notices, notifications
 * and mail in that of the account, which may have been made in another browser.
 */
export function startAccountLanguage(): void {
  const account = computed(() => me.value?.id)
  effect(() => {
    if (account.value) tellLanguage(language.value)
  })
}

async function tellLanguage(wanted: Language): Promise<void> {
  if (me.peek()!.language === wanted) return
  const answer = await envelope(api.users.me.patch({ language: wanted }))
  if (answer.success && me.value?.id === answer.data.user.id) me.value = answer.data.user
}

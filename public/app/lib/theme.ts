import { signal } from '@preact/signals'
import { readStorage, writeStorage } from './storage'

/** The names in the style sheet; the system's theme has none. */
const NAMES = { system: undefined, light: 'quad', dark: 'quad-night' } as const

export type Theme = keyof typeof NAMES
export const THEMES = Object.keys(NAMES) as Theme[]

const KEY = 'quad.theme'
const chosen = readStorage(KEY)

export const theme = signal<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : 'system')

/** Applies the theme and saves the choice. */
export function applyTheme(wanted: Theme): void {
  theme.value = wanted
  writeStorage(KEY, wanted === 'system' ? null : wanted)
  const name = NAMES[wanted]
  if (name === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = name
}

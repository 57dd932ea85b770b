import { resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import type { Settings } from '../settings/schemas'
import { allSettings } from '../settings/settings'

// The pages of the place: its rules, privacy, contact and moderation. A superadmin writes them in the settings; until
// then, and where what was written is taken back, they say what is true of every Quad.

export const PLACE_PAGES = ['rules', 'privacy', 'contact', 'moderation'] as const

export type PlacePage = (typeof PLACE_PAGES)[number]

/** Where the web client shows them. */
export const PAGE_PATHS = {
  rules: '/about/rules',
  privacy: '/about/privacy',
  contact: '/about/contact',
  moderation: '/about/moderation',
} as const

const SETTING = {
  rules: 'rulesPage',
  privacy: 'privacyPage',
  contact: 'contactPage',
  moderation: 'moderationPage',
} as const satisfies Record<PlacePage, keyof Settings>

/** The Markdown of a page. What the campus wrote in one language only stands for both. */
export async function readPlacePage(page: PlacePage, language: Language) {
  const written = (await allSettings())[SETTING[page]]
  const content = written[language] || written.en || written.hi
  return { page, content: content || resolveMessage(`pages.${page}`, language), isStandard: content === '' }
}

import { LANGUAGES, type Language, showIn, startIn } from '../texts/catalogue'
import { me } from './accounts/me'
import { api, envelope } from './api'
import { readStorage, writeStorage } from './storage'

const KEY = 'quad.language'

const isLanguage = (code: string | null | undefined): code is Language => code != null && Object.hasOwn(LANGUAGES, code)

/** The choice on this device, else the first language of the browser that Quad has, else English. */
function preferred(): Language {
  const chosen = readStorage(KEY)
  if (isLanguage(chosen)) return chosen
  return (navigator.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

export const startLanguage = (): void => startIn(preferred())

/** Changes the language of the pages on this device, and of mail and notifications for a signed-in account. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await showIn(wanted)
  writeStorage(KEY, wanted)
  if (!me.value || me.value.language === wanted) return
  const answer = await envelope(api.users.me.patch({ language: wanted }))
  if (answer.success && me.value.id === answer.data.user.id) me.value = answer.data.user
}

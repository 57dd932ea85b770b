import { go } from '../../app/lib/navigation'
import { fieldsOf } from '../keeping/settings/field-settings'
import { settingSections } from '../keeping/settings/sections'
import { mayChangeDomains } from '../lib/overview'
import { asked, CONSOLE_PAGES, nameOf, openPages } from '../lib/pages'
import { consoleText } from '../texts/console'

/** Something that the search leads to. */
export type Found = {
  name: string
  /** Where it is, or what it does. */
  about?: string | undefined
  /** What else it is found by. */
  find?: string | undefined
  take: () => void
  /** The dialog stays open. */
  stays?: boolean
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Those with a word that begins with each typed one; first those whose name has them, in the order of the list. */
export function matching(all: readonly Found[], typed: string): Found[] {
  const wanted = wordsIn(typed)
  const has = (text: string) => {
    const words = wordsIn(text)
    return wanted.every((each) => words.some((word) => word.startsWith(each)))
  }
  const named = all.filter(({ name }) => has(name))
  const others = all.filter(({ name, about = '', find = '' }) => !has(name) && has(`${name} ${about} ${find}`))
  return [...named, ...others]
}

/** Whoever looks for a whole address is counted, so that none is asked for while it is typed. */
export const isAddress = (typed: string): boolean => typed.normalize('NFKC').includes('@')

/** The pages that the viewer may have, and after each what begins there. */
export const pagesAndActs = (): Found[] =>
  openPages().flatMap((path) => {
    const { group, find: others = '', act } = CONSOLE_PAGES[path]
    // The address is English, whatever language the names are in.
    const find = `${path} ${others}`
    const page = { name: nameOf(path), about: consoleText.groups[group], find, take: () => go(path) }
    if (act === undefined || (path === '/console/colleges' && !mayChangeDomains())) return [page]
    const take = () => {
      asked.value = { path, act: act() }
      go(path)
    }
    return [page, { name: act(), about: page.name, find, take }]
  })

/** Each section of the settings, and each field by its label. */
export const settingsFound = (): Found[] =>
  settingSections().flatMap((section) => {
    const { title } = section.words
    const to = (name: string) => () => go(`/console/settings#${name}`)
    const fields = 'parts' in section ? fieldsOf(section) : []
    return [
      { name: title, find: section.name, take: to(section.name) },
      ...fields.map(({ name, label }) => ({ name: label, about: title, find: name, take: to(name) })),
    ]
  })

import { go } from '../../app/lib/navigation'
import { fieldsOf } from '../keeping/settings/field-settings'
import { settingSections } from '../keeping/settings/sections'
import { mayChangeDomains } from '../lib/overview'
import { asked, CONSOLE_PAGES, nameOf, openPages } from '../lib/pages'
import { consoleText } from '../texts/console'
import type { Found } from './matching'

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

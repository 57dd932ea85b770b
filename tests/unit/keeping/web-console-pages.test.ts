import { afterEach, describe, expect, test } from 'bun:test'
import { me } from '../../../public/app/lib/me'
import { isAddress, matching } from '../../../public/console/frame/found'
import { CONSOLE_PAGES, EVERYWHERE, GROUPS, pageAt, pagesOf, refusalOf } from '../../../public/console/lib/pages'
import { KEYS, keyAction } from '../../../public/console/order/reports/acts'
import { CONSOLE_PATHS, type ConsolePath } from '../../../src/pages/client-paths'

const as = (role: string) => {
  me.value = { role } as NonNullable<typeof me.value>
}
afterEach(() => {
  me.value = undefined
})

const OF_SUPERADMINS = ['/console/memberships', '/console/invitations', '/console/webhooks'] as const

describe('the pages of the console', () => {
  test('are each in one group, and in the navigation of whoever may have them', () => {
    as('superadmin')
    const named = CONSOLE_PATHS.filter((path) => !path.endsWith('/:id'))
    expect(GROUPS.flatMap(pagesOf).toSorted()).toEqual([...named].toSorted())
    as('admin')
    const left = named.filter((path) => !OF_SUPERADMINS.some((each) => each === path))
    expect(GROUPS.flatMap(pagesOf).toSorted()).toEqual(left.toSorted())
    for (const group of GROUPS) expect(pagesOf(group)).not.toEqual([])
  })
  test.each([...OF_SUPERADMINS])('%s says to a moderator whose it is', (path) => {
    as('admin')
    expect(refusalOf(path)).toMatch(/superadmins/i)
    as('superadmin')
    expect(refusalOf(path)).toBeUndefined()
  })
  test.each<[string, ConsolePath | undefined]>([
    ['/console', '/console'],
    ['/console/', '/console'],
    ['/console/reports', '/console/reports'],
    ['/console/posts/1', '/console/posts/:id'],
    ['/console/toString', undefined],
    ['/console/reports/1', undefined],
  ])('of the address %s is %s', (address, path) => expect(pageAt(address)).toBe(path))
})

const LIST = [
  { name: 'Reports', about: 'Desk', find: 'queue flagged शिकायत' },
  { name: 'Report reasons' },
  { name: 'Posts a day', about: 'New accounts' },
  { name: 'Make a link', about: 'Invitations', find: 'invite' },
  { name: 'Hold the reported', about: 'Desk' },
].map((each) => ({ ...each, take: () => undefined }))

describe('the search of the console', () => {
  test.each([
    ['rep', ['Reports', 'Report reasons', 'Hold the reported']],
    ['INVITE', ['Make a link']],
    ['शिका', ['Reports']],
    ['day posts', ['Posts a day']],
    ['desk', ['Reports', 'Hold the reported']],
    ['desk hold', ['Hold the reported']],
    ['link desk', []],
    ['orts', []],
    ['  ', LIST.map(({ name }) => name)],
    ['.*(', LIST.map(({ name }) => name)],
    ['x'.repeat(200), []],
  ])('finds by “%s” those with words that begin so, names first', (typed, found) =>
    expect(matching(LIST, typed).map(({ name }) => name)).toEqual(found),
  )
  test.each(['ada@campus.edu', 'ada@', '@', 'ada＠campus.edu', 'ada﹫campus.edu'])(
    '%s is not asked for unasked',
    (typed) => expect(isAddress(typed)).toBe(true),
  )
  test('and a name is', () => expect(isAddress('quiet-otter-4821')).toBe(false))
})

test('the keys of the console mean one thing each, and those of every page decide nothing', () => {
  const keys = [...Object.values(EVERYWHERE), ...Object.values(KEYS)].flat()
  expect(new Set(keys).size).toBe(keys.length)
  const bare = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false }
  for (const [name, [key = '']] of Object.entries(EVERYWHERE)) {
    expect(keyAction({ ...bare, key }, EVERYWHERE)).toBe(name as keyof typeof EVERYWHERE)
    expect(keyAction({ ...bare, key }, KEYS)).toBeUndefined()
  }
  expect(Object.keys(EVERYWHERE).filter((name) => !GROUPS.some((group) => group === name))).toEqual(['search', 'help'])
})

test('every page of the console is found by more than its name', () => {
  for (const [path, { way, find }] of Object.entries(CONSOLE_PAGES))
    expect([path, way === undefined || find !== undefined]).toEqual([path, true])
})

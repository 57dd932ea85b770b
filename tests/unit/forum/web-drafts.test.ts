import { afterAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { backToDraft, discardDraft, readDraft, saveDraft, sendingKey } from '../../../public/app/lib/draft-forms'
import { openDrafts, savedDrafts } from '../../../public/app/lib/drafts'

const KEY = btoa(String.fromCharCode(...new Uint8Array(32)))

/** What a browser's storage is: its keys are its own properties. */
class FakeStorage {
  readonly [name: string]: unknown
  getItem(key: string) {
    return this[key] ?? null
  }
  setItem(key: string, text: string) {
    Object.assign(this, { [key]: text })
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
  }
}

const before = { localStorage: globalThis.localStorage, sessionStorage: globalThis.sessionStorage, location }
beforeEach(async () => {
  Object.assign(globalThis, {
    localStorage: new FakeStorage(),
    sessionStorage: new FakeStorage(),
    location: { pathname: '/here' },
  })
  await openDrafts(KEY)
  for (const { name } of savedDrafts()) localStorage.removeItem(name)
  await openDrafts(KEY)
})
afterAll(() => Object.assign(globalThis, before))

/** Once the device has them, as when the page is left. */
const stored = () => {
  dispatchEvent(new Event('beforeunload'))
  return backToDraft('')
}
const names = () => Object.keys(localStorage).filter((name) => name.includes('draft'))

/** As another tab that has closed since left it. */
async function leaveFromAnotherTab(what: string, draft: Record<string, string>, tab = 'closed'): Promise<string> {
  saveDraft(what, draft)
  await stored()
  const [entry] = savedDrafts()
  Object.assign(entry!, { tab })
  await backToDraft(entry!.name)
  await openDrafts(KEY)
  return entry!.name
}

const noteFromOtherTab = (key: string) => dispatchEvent(Object.assign(new Event('storage'), { key }))

describe('a draft that was given up', () => {
  test('does not come back while another tab’s news of it is still being decrypted', async () => {
    const name = await leaveFromAnotherTab('report Post 1', { reason: 'spam' })
    const decrypting = spyOn(crypto.subtle, 'decrypt')
    noteFromOtherTab(name)
    localStorage.removeItem(name)
    noteFromOtherTab(name)
    await decrypting.mock.results[0]!.value
    decrypting.mockRestore()
    await stored()
    expect(savedDrafts()).toEqual([])
    expect(readDraft('report Post 1')).toEqual({})
  })

  test('does not come back from a closed tab, where nobody would find it', async () => {
    await leaveFromAnotherTab('settings mails', { 'mails.welcome': 'false' })
    saveDraft('settings mails', { 'mails.welcome': 'true' })
    await stored()
    expect(names()).toHaveLength(2)
    discardDraft('settings mails')
    expect(readDraft('settings mails')).toEqual({})
    expect(names()).toEqual([])
  })

  test('leaves a text that is in the list, and a form about something else', async () => {
    await leaveFromAnotherTab('new-post', { title: 'Written elsewhere' })
    await leaveFromAnotherTab('settings topics', { texts: 'Events' })
    saveDraft('new-post', { title: 'Written here' })
    discardDraft('new-post')
    expect(readDraft<{ title: string }>('new-post').title).toBe('Written elsewhere')
    expect(readDraft<{ texts: string }>('settings topics').texts).toBe('Events')
  })
})

test('what was not yet on the device is not lost when drafts are opened once more', async () => {
  saveDraft('new-post', { title: 'Typed a moment ago' })
  await openDrafts(KEY)
  expect(readDraft<{ title: string }>('new-post').title).toBe('Typed a moment ago')
})

test('each text of a draft has one key, also changed and changed back, and after the page was loaded again', async () => {
  const keys: string[] = []
  for (const content of ['Yes', 'Yes!', 'Yes', 'Yes!']) {
    saveDraft('post 1', { content })
    keys.push(await sendingKey('post 1'))
    await openDrafts(KEY)
  }
  expect(keys).toEqual([keys[0]!, keys[1]!, keys[0]!, keys[1]!])
  expect(new Set(keys).size).toBe(2)
})

import { expect } from 'bun:test'
import { look } from '../../support/accessibility'
import { DESK, PHONE, pageTest, type WatchedPage } from '../../support/browser'
import { publish } from '../../support/content'
import { administrator, student } from '../../support/kit'
import { usePages } from '../../support/pages'
import { newPicture, setPictures } from '../../support/pictures'
import { expectNoFaults, expectNone, sees } from '../../support/seen'
import { en } from '../../support/words'

const { enter } = await usePages()
const { hidden } = en.pictures
const admin = await administrator()
const ann = await student()
const ALT = 'A note with a name on it'

const publishPictured = async (title: string, alt = ALT) =>
  publish(ann, { title, picture: await newPicture(ann, undefined, alt) })

/** What the picture shows is said; the picture is neither seen nor loaded before somebody wants to see it. */
async function showsAtAClick(page: WatchedPage, name: string): Promise<void> {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.reload()
  await sees(page, hidden.described(ALT))
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((path) => path.startsWith('/pictures/'))).toEqual([])
  await expectNone(page.getByRole('img', { name: ALT }))
  await look(page, `${name}-hidden`)
  await page.getByText(hidden.show).click()
  const shown = page.getByRole('img', { name: ALT })
  await shown.waitFor()
  await shown.evaluate((image: HTMLImageElement) => image.decode())
  await look(page, `${name}-shown`)
  expectNoFaults(page)
}

pageTest('a picture that waits for a moderator is described, and shown at a click', async () => {
  await setPictures({ accountDays: 3 })
  expect((await publishPictured('Found this')).held).toBe('waiting')
  await showsAtAClick(await enter(admin, '/console/held', DESK), 'console-held-picture')
  // Its author sees it at once.
  const own = await enter(ann, `/u/${ann.id}`, PHONE)
  await own.getByRole('img', { name: ALT }).waitFor()
  await look(own, 'own-held-picture')
})

pageTest('so is that of a post, also of one that was removed, and one without a description says so', async () => {
  await setPictures()
  const { id } = await publishPictured('On the door')
  await admin.visitor.put(`moderation/posts/${id}/moderation-state`, { state: 'banned', reason: 'A name' })
  await showsAtAClick(await enter(admin, `/console/posts/${id}`, PHONE), 'console-post-picture')
  const bare = await publishPictured('On the wall', '')
  await sees(await enter(admin, `/console/posts/${bare.id}`, PHONE), hidden.undescribed)
})

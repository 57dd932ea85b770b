import { beforeAll, expect } from 'bun:test'
import { look } from '../../support/accessibility'
import { PHONE, pageTest, type WatchedPage } from '../../support/browser'
import { newWords } from '../../support/content'
import { joined, png } from '../../support/images'
import { PHONE as INSTALLED, isInstalled, reconnect } from '../../support/installed'
import { student } from '../../support/kit'
import { copies, onDevice } from '../../support/on-device'
import { usePages } from '../../support/pages'
import { setPictures } from '../../support/pictures'
import { expectNoFaults, expectNone, focusOn, gone, heading, said, sees, shiftOf } from '../../support/seen'
import { goToYou, pointing, press } from '../../support/steps'
import { until } from '../../support/until'
import { ANY, en, like } from '../../support/words'

const { server, enter } = await usePages()
beforeAll(() => setPictures())

const { field, view } = en.pictures
const ALT = 'A notice board in front of a red door'
const WORDS = 'Hostel B, room 12'

/** Random colours, and words that are in its file alone. */
const PHOTO = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(joined(png(160, 120), WORDS)) }

const canvas = (page: WatchedPage) => page.locator('canvas')

/** Writes a post with that picture, up to its sending. */
async function write(page: WatchedPage, title: string): Promise<void> {
  await page.getByLabel(en.post.writing.heading).fill(title)
  await page.getByLabel(en.post.writing.content, { exact: true }).fill(newWords())
  await page.getByLabel(field.choose).setInputFiles(PHOTO)
  await page.getByLabel(field.alt).fill(ALT)
  await isReady(page)
}

const isReady = (page: WatchedPage): Promise<void> =>
  page.getByRole('button', { name: en.post.writing.publish, exact: true }).waitFor()

type Part = { x: number; y: number; width: number; height: number }

/** How far from one another colours are in a part of a picture: of neighbours, from 0 to 255. */
const contrast = (page: WatchedPage, image: string, part: Part): Promise<number> =>
  page.evaluate(
    async ([image, part]) => {
      const shown = document.querySelector<HTMLImageElement | HTMLCanvasElement>(image)!
      if (shown instanceof HTMLImageElement) await shown.decode()
      const { width, height } = shown
      const brush = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!
      brush.drawImage(shown, 0, 0, width, height)
      const [x, y] = [part.x * width, part.y * height].map(Math.ceil)
      const [across, down] = [part.width * width, part.height * height].map(Math.floor)
      const { data } = brush.getImageData(x!, y!, across!, down!)
      const steps = data.slice(4).map((value, at) => Math.abs(value - data[at]!))
      return steps.reduce((sum, each) => sum + each, 0) / steps.length
    },
    [image, part] as const,
  )

const FULL = { x: 0, y: 0, width: 1, height: 0.3 }

pageTest('a picture is blurred before it goes, described, and seen where the post is', async () => {
  const ann = await student()
  const page = await enter(ann, '/new', PHONE)
  const hands = pointing(page)
  await write(page, 'Found on the stairs')
  // By keyboard: one area in the middle, moved to the lower left corner and made wider.
  await hands.press(field.blur)
  await focusOn(page, field.area(1))
  for (let times = 0; times < 40; times++) await page.keyboard.press(times % 2 === 0 ? 'ArrowLeft' : 'ArrowDown')
  for (let times = 0; times < 20; times++) await page.keyboard.press('Shift+ArrowRight')
  // By hand: another one above it; a tap is none.
  const box = (await canvas(page).boundingBox())!
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.click(...at(0.9, 0.1))
  await page.mouse.move(...at(0.1, 0.35))
  await page.mouse.down()
  await page.mouse.move(...at(0.9, 0.7), { steps: 3 })
  await page.mouse.up()
  await focusOn(page, field.area(2))
  await expectNone(page.getByRole('button', { name: field.area(3) }))
  await isReady(page)
  await look(page, 'picture-composer')

  // What fails loses nothing.
  await page.route('**/api/v1/pictures', (route) => {
    const refusal = { success: false, code: 'CONFLICT', message: 'Your pictures are full' }
    return route.fulfill({ status: 409, json: refusal })
  })
  await hands.press(en.post.writing.publish)
  await sees(page, 'Your pictures are full')
  expect(await contrast(page, 'canvas', FULL)).toBeGreaterThan(40)
  await page.unroute('**/api/v1/pictures')
  await page.evaluate(() => {
    const { fetch } = window
    const spy = async (...request: Parameters<typeof fetch>) => {
      const { body } = request[1] ?? {}
      if (body instanceof FormData) Object.assign(window, { sent: await (body.get('picture') as File).text() })
      return fetch(...request)
    }
    Object.assign(window, { fetch: spy })
  })
  await hands.press(en.post.writing.publish)
  await heading(page, 'Found on the stairs')
  const sent: string = await page.evaluate(() => Reflect.get(window, 'sent'))
  expect([sent.includes('WEBP'), sent.includes(WORDS)]).toEqual([true, false])
  const shown = page.getByRole('img', { name: ALT })
  await shown.waitFor()
  expect(await contrast(page, '.picture', FULL)).toBeGreaterThan(40)
  expect(await contrast(page, '.picture', { x: 0.15, y: 0.4, width: 0.7, height: 0.25 })).toBeLessThan(10)
  expect(await contrast(page, '.picture', { x: 0.02, y: 0.8, width: 0.55, height: 0.18 })).toBeLessThan(10)
  // In its own size, never larger.
  expect(await shown.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])).toEqual([160, 120])
  await look(page, 'picture-post')
  await press(page, view.open)
  await look(page, 'picture-open', 'dialog')
  await page.keyboard.press('Escape')
  await gone(page.getByRole('dialog'))

  const { pathname } = new URL(page.url())
  for (const [path, part] of [
    ['/', '.feed-posts'],
    [pathname, 'article'],
  ] as const) {
    await page.goto(server.origin + path, { waitUntil: 'networkidle' })
    await shown.waitFor()
    expect([path, await shiftOf(page, part)]).toEqual([path, 0])
    if (path === '/') await look(page, 'picture-feed')
  }

  // Described anew, and taken away.
  await page.getByRole('link', { name: en.post.page.edit }).click()
  await page.getByLabel(field.alt).fill('A red door')
  await hands.press(en.core.common.save)
  await page.getByRole('img', { name: 'A red door' }).waitFor()
  await page.getByRole('link', { name: en.post.page.edit }).click()
  await hands.press(field.remove)
  await hands.press(en.core.common.save)
  await heading(page, 'Found on the stairs')
  await expectNone(page.locator('.picture'))
  expectNoFaults(page, /status of 409/)
})

pageTest('a file that is no picture is refused where it was chosen', async () => {
  const page = await enter(await student(), '/new', PHONE)
  await page.getByLabel(field.choose).setInputFiles({ ...PHOTO, buffer: Buffer.from('No picture at all') })
  await sees(page.getByRole('alert'), field.unreadable)
  await page.getByLabel(field.choose).setInputFiles(PHOTO)
  await page.getByRole('button', { name: field.blur }).waitFor()
  await gone(page.getByText(field.unreadable))
  expectNoFaults(page)
})

pageTest('a picture that is written without a connection waits on the device, which shows it to nobody', async () => {
  const bob = await student()
  const page = await enter(bob, '/new', INSTALLED)
  await isInstalled(page)
  await page.context().setOffline(true)
  await write(page, 'Lost in the library')
  await page.getByLabel(en.core.post.private).check()
  // The draft has it, also in the next document.
  await page.reload()
  await canvas(page).waitFor()
  expect(await page.getByLabel(field.alt).inputValue()).toBe(ALT)
  expect(await contrast(page, 'canvas', FULL)).toBeGreaterThan(40)
  await press(page, en.post.writing.publish)
  await heading(page, en.drafts.title)
  const found = await onDevice(page)
  expect(['WEBP', 'image/webp', ALT, 'Lost in'].filter((secret) => found.includes(secret))).toEqual([])

  await reconnect(page)
  await said(page, en.outbox.sent(1))
  const { posts } = await bob.get(`posts/user/${bob.id}`)
  expect(posts).toMatchObject([{ title: 'Lost in the library', picture: { alt: ALT, width: 160, height: 120 } }])
  const kept = () => page.evaluate(async () => (await (await caches.open('quad.kept-pictures')).keys()).length)
  await until(async () => (await kept()) === 0, 'that the device forgets it')

  // What was read is there without a connection, until its reader leaves.
  const shown = page.getByRole('img', { name: ALT })
  const isShown = () => shown.evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0)
  await page.goto(`${server.origin}/post/${posts[0].id}`)
  await until(isShown, 'the picture')
  await until(async () => (await copies(page)) >= 5, 'the copies')
  await page.context().setOffline(true)
  await page.reload()
  await until(isShown, 'the picture without a connection')
  await reconnect(page)
  await gone(page.getByText(like(en.core.frame.offlineFrom(ANY))))
  await goToYou(page)
  await press(page, en.you.signOut)
  await page.getByRole('link', { name: en.core.frame.join, exact: true }).waitFor()
  const { id } = posts[0].picture
  const isForgotten = async (id: string) => {
    const keys = await (await caches.open('quad.pictures')).keys()
    return keys.every(({ url }) => !url.includes(id))
  }
  await until(() => page.evaluate(isForgotten, id), 'that the picture is forgotten')
  expectNoFaults(page, /ERR_INTERNET_DISCONNECTED/)
})

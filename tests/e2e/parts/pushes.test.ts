import { expect, setSystemTime, test } from 'bun:test'
import type { Worker } from 'playwright-core'
import { tellFollowers } from '../../../src/parts/notifications/follow-news'
import { sendDuePushes } from '../../../src/parts/push/delivery'
import { look } from '../../support/accessibility'
import { DESK, describePages, type WatchedPage } from '../../support/browser'
import { comment, newWords, publish } from '../../support/content'
import { LOCKERS, PHONE } from '../../support/installed'
import { later, student, useNotifications } from '../../support/kit'
import { usePages } from '../../support/pages'
import { type Pushed, PushService, vapidHolds } from '../../support/push-service'
import { answered, expectNoFaults, heading, said, sees } from '../../support/seen'
import { goToYou, type Hands, typing, visitAs } from '../../support/steps'
import { until } from '../../support/until'
import { en } from '../../support/words'

const { openPage, server } = await usePages()
useNotifications()
const ada = await student()
const post = (await publish(ada, LOCKERS)).id

/**
 * Chromium without a window has no service that pushes for it, and the smaller one shows no notifications. At that edge
 * alone something stands in: the page subscribes at the service of the test, and what the worker shows is noted.
 */
async function subscribeAt(page: WatchedPage, { subscription }: PushService): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin: server.origin })
  await page.addInitScript((made) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async (options) => {
      if (options?.userVisibleOnly !== true) throw new Error('a push that shows nothing')
      Object.assign(window, { subscribedWith: options.applicationServerKey })
      return { toJSON: () => made } as unknown as PushSubscription
    }
  }, subscription)
}

type Shown = { title: string; body: string | undefined; data: string; tag: string; lang: string }
type WorkerScope = {
  Notification: { permission: NotificationPermission }
  registration: {
    showNotification(title: string, options: object): Promise<void>
    getNotifications(): Promise<(Shown & { close(): void })[]>
  }
  dispatchEvent(event: Event): boolean
}

async function workerOf(page: WatchedPage): Promise<Worker> {
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const { Notification, registration } = self as unknown as WorkerScope
    if (Notification.permission === 'granted') return
    const shown: Awaited<ReturnType<typeof registration.getNotifications>> = []
    registration.getNotifications = async () => shown
    registration.showNotification = async (title, options) => {
      const close = () => shown.splice(0)
      shown.push({ title, body: '', close, ...options } as unknown as (typeof shown)[number])
    }
  })
  return worker
}

const notifications = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const shown = await (self as unknown as WorkerScope).registration.getNotifications()
    return shown.map(({ title, body, data, tag, lang }) => ({ title, body, data, tag, lang }))
  })

/** The browser is handed what its service got, and gives it to the worker. */
async function receive(page: WatchedPage, worker: Worker, { text }: Pushed): Promise<Shown> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const push = { origin: server.origin, registrationId: await registered, data: text }
  await session.send('ServiceWorker.deliverPushMessage', push)
  await until(async () => (await notifications(worker)).length === 1, 'the notification')
  return (await notifications(worker))[0]!
}

/** Only the system can tap it: the worker hears of that as if it had. */
const tap = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = self as unknown as WorkerScope
    const [notification] = await scope.registration.getNotifications()
    const works: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>) => works.push(work)
    const event = Object.defineProperties(new Event('notificationclick'), {
      notification: { value: notification },
      waitUntil: { value: waitUntil },
    })
    scope.dispatchEvent(event)
    await Promise.all(works)
  })

/** What the service got once all is due. */
async function sendAll(service: PushService): Promise<Pushed[]> {
  later(180_000)
  await tellFollowers()
  later(180_000)
  await sendDuePushes()
  setSystemTime()
  return service.take()
}

/** From the post, by the hands, to a browser that is subscribed. */
async function followWith(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.press(en.following.follow.follow)
  await said(page, en.following.follow.followed)
  await goToYou(page, hands)
  await hands.within(page.getByRole('main')).follow(en.you.settings)
  await heading(page, en.you.settings)
  await hands.check(en.following.notifications.here)
  await said(page, en.following.notifications.on)
}

describePages('from Follow to a push', () => {
  test('leads back to the post, and to the comment, by keyboard alone', async () => {
    await using service = new PushService()
    const [reader, writer] = [await student(), await student()]
    const page = await openPage({ ...DESK, serviceWorkers: 'allow' })
    const hands = typing(page)
    await subscribeAt(page, service)
    const own = await comment(reader, post, { content: `Has anybody asked? ${newWords()}` })
    await visitAs(page, reader, `${server.origin}/post/${post}`)
    await followWith(page, hands)
    const worker = await workerOf(page)

    await comment(writer, post, { content: `Behind the boiler room ${newWords()}` })
    const [news, ...more] = await sendAll(service)
    expect(more).toEqual([])
    expect(vapidHolds(news!.headers.get('authorization')!, service.origin)).toBe(true)
    const { publicKey } = await reader.get('push')
    expect(news!.headers.get('authorization')).toEndWith(`k=${publicKey}`)
    expect(Object.keys(news!.json).toSorted()).toEqual(['lang', 'tag', 'title', 'url'])
    expect(await receive(page, worker, news!)).toMatchObject({ title: 'New comments on a post you follow', body: '' })
    await tap(worker)
    await page.waitForURL(`**/post/${post}`)
    await heading(page, LOCKERS.title)
    expect(await notifications(worker)).toEqual([])

    const reply = await comment(writer, post, { content: 'Nobody, so far', parentCommentId: own.id })
    const [replied] = await sendAll(service)
    expect(replied!.text).not.toContain('Nobody')
    const seen = await receive(page, worker, replied!)
    expect(seen).toMatchObject({ title: 'New reply', body: '', data: `/post/${post}?comment=${reply.id}`, lang: 'en' })
    await tap(worker)
    await page.waitForURL(`**/post/${post}?comment=${reply.id}`)
    await sees(page.locator(`#comment-${reply.id}:focus`), 'Nobody, so far')
    expectNoFaults(page)
  })
  test('says what was written only where somebody wants that, and a browser that is gone is forgotten', async () => {
    await using service = new PushService()
    const [reader, writer] = [await student(), await student()]
    const page = await openPage(PHONE)
    await subscribeAt(page, service)
    const own = await comment(reader, post, { content: `And the showers? ${newWords()}` })
    await visitAs(page, reader, `${server.origin}/settings#notifications`)
    await page.getByLabel(en.following.notifications.here).check()
    await said(page, en.following.notifications.on)
    await answered(page, 'notifications/settings', () => page.getByLabel(en.following.notifications.text).check())
    await look(page, '78b-settings-notifications', 'section[aria-labelledby="notifications"]')
    await comment(writer, post, { content: 'Cold, but they work', parentCommentId: own.id })
    const [push] = await sendAll(service)
    const worker = await workerOf(page)
    expect(await receive(page, worker, push!)).toMatchObject({ title: 'New reply', body: 'Cold, but they work' })

    service.answer = () => new Response(null, { status: 410 })
    await comment(writer, post, { content: 'Only in summer', parentCommentId: own.id })
    expect(await sendAll(service)).toHaveLength(1)
    expect((await reader.get('push')).isSubscribed).toBe(false)
    await comment(writer, post, { content: 'And in May', parentCommentId: own.id })
    expect(await sendAll(service)).toEqual([])
    await page.reload()
    await heading(page, en.you.settings)
    expect(await page.getByLabel(en.following.notifications.here).isChecked()).toBe(false)
    expectNoFaults(page)
  })
})

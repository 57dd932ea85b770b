import { afterAll, expect, test } from 'bun:test'
import { startWebhooks } from '../../../src/parts/webhooks/delivery'
import { look } from '../../support/accessibility'
import { DESK, describePages } from '../../support/browser'
import { administrator, type Data } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, said, sees } from '../../support/seen'
import { pointing } from '../../support/steps'
import { until } from '../../support/until'
import { Receiver } from '../../support/webhook-receiver'
import { en } from '../../support/words'

const { enter } = await usePages()
const root = await administrator('superadmin')

const bot = new Receiver()
const stop = startWebhooks()
afterAll(async () => {
  await stop()
  await bot[Symbol.asyncDispose]()
})
const only = async (): Promise<Data> => (await root.get('admin/webhooks')).webhooks[0]

/** The state of the only delivery: the server notes it after the bot has answered. */
const isDelivered = async (): Promise<boolean> =>
  (await root.get(`admin/webhooks/${(await only()).id}/deliveries`)).deliveries[0].status === 'delivered'

describePages('webhooks, at a desk', () => {
  test('one is added, tested, watched, given another secret, switched off and deleted', async () => {
    const { list: words, secret, deliveries, eventNames } = en.webhooks
    const name = new URL(bot.url).host
    const page = await enter(root, '/console/webhooks', DESK)
    const { press, within } = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = within(dialog)

    await press(words.add)
    await asked.fill(words.url, 'http://bot.example.org/')
    await asked.press(words.add)
    await sees(dialog, 'Must start with https://')
    await asked.fill(words.url, bot.url)
    await asked.check(eventNames['report.created'][0] as string)
    await asked.press(words.add)
    await sees(dialog, secret.lead)
    expect(await dialog.getByLabel(secret.label).inputValue()).toStartWith('whsec_')
    await asked.press(en.console.words.done)
    expect(await only()).toMatchObject({ url: bot.url, events: ['post.published', 'report.created'], enabled: true })

    await press(`${words.sendTest} ${name}`)
    await said(page, words.testSent)
    await until(isDelivered, 'the test')
    await press(`${deliveries.show} ${name}`)
    await sees(dialog, deliveries.status.delivered)
    await asked.press(deliveries.again)
    await said(page, deliveries.queued)
    await until(isDelivered, 'the same test again')
    expect(bot.received).toHaveLength(2)
    await asked.press(deliveries.refresh)
    await sees(dialog, deliveries.status.delivered)
    await look(page, '61-webhook-deliveries', 'dialog')
    await asked.press(en.console.words.close)

    await press(`${secret.replace} ${name}`)
    await asked.press(secret.replace)
    await sees(dialog, secret.former)
    await asked.press(en.console.words.done)
    await press(`${words.switchOff} ${name}`)
    await said(page, words.switchedOff(name))
    await press(`${en.console.words.delete} ${name}`)
    await asked.press(en.console.words.delete)
    await said(page, words.deleted(name))
    await sees(page, words.none)
    expectNoFaults(page, /status of 400/)
  })
})

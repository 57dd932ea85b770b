import { describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { backgroundIdle } from '../../../src/lib/process/background'
import { comment, execute, ids, newWords, publish } from '../../support/content'
import {
  administrator,
  type Data,
  expectData,
  expectWithout,
  fails,
  later,
  type Person,
  student,
  useCampus,
} from '../../support/kit'
import { auditEntries } from '../../support/traces'

const { ann, ben, cat, admin, root } = await useCampus()

const WINDOW = 600_000
const listed = async (by: Person = admin): Promise<Data[]> => {
  await backgroundIdle()
  return (await by.get('moderation/bursts')).bursts
}
const rules = (bursts: object) => root.visitor.patch('admin/settings', { bursts })
expectData(await rules({ texts: 6, sameText: 3, sameLink: 3 }))
/** What came before is no longer recent, and no alert stands. */
const start = Date.now()
let quietTimes = 0
const quiet = async () => {
  await backgroundIdle()
  setSystemTime(new Date(start + ++quietTimes * 2 * WINDOW))
  await execute('DELETE FROM bursts')
}
const COPY = 'Whoever wants tickets for the big night writes to me today, they are nearly gone by now.'

describe('many texts by one account', () => {
  test('are an alert with its newest texts, posts and comments, and one alert while they go on, of which the account reads nothing', async () => {
    await quiet()
    const somebody = await student()
    const post = await publish(ann)
    const found: string[] = []
    for (let n = 0; n < 5; n++) found.push((await publish(somebody)).id)
    expect(await listed()).toEqual([])
    const remark = await comment(somebody, post.id, { content: newWords() })
    const [alert, ...rest] = await listed()
    expect(rest).toEqual([])
    expect(alert).toMatchObject({
      kind: 'account',
      author: { id: somebody.id, username: somebody.user.username },
      domain: null,
      accounts: 1,
      texts: 6,
    })
    expect(alert.named).toEqual([
      { type: 'comment', id: remark.id, postId: post.id },
      ...found.toReversed().map((id) => ({ type: 'post', id, postId: id })),
    ])
    await publish(somebody)
    expect(await listed()).toMatchObject([{ id: alert.id, texts: 7 }])
    for (const path of ['notifications/list', 'notices', `users/id/${somebody.id}`, 'posts?limit=50'])
      expectWithout((await somebody.visitor.get(path)).text, alert.id)
    // What is gone is named no more; who is gone is told of no more.
    await somebody.delete(`posts/${found[0]}`)
    expect(ids((await listed())[0].named)).not.toContain(found[0])
    await somebody.delete('auth/account')
    expect(await listed()).toEqual([])
  })
  test('of a moderator are told to the others', async () => {
    await quiet()
    const busy = await administrator()
    for (let n = 0; n < 6; n++) await publish(busy)
    expect(await listed(busy)).toEqual([])
    const [alert] = await listed(admin)
    expect(alert.author.id).toBe(busy.id)
    await fails(busy.visitor.delete(`moderation/bursts/${alert.id}`), 'NOT_FOUND')
  })
})

describe('the same by several accounts', () => {
  test('texts with small changes, also of another college', async () => {
    await quiet()
    const copies = [`${COPY}`, `${COPY} Now!`]
    for (const [index, content] of copies.entries())
      await publish([ann, ben][index]!, { title: 'The big night', content })
    expect(await listed()).toEqual([])
    await publish(cat, { title: 'The big night', content: COPY.toUpperCase() })
    expect(await listed()).toMatchObject([{ kind: 'text', author: null, domain: null, accounts: 3, texts: 3 }])
    expectWithout(await listed(), 'tickets')
  })
  test('links to one site, unless the settings allow it', async () => {
    await quiet()
    const link = (by: Person, host: string) =>
      publish(by, { content: `${newWords()} https://${host}/win ${newWords()}` })
    for (const by of [ann, ben, cat]) await link(by, 'prizes.example')
    expect(await listed()).toMatchObject([{ kind: 'link', domain: 'prizes.example', author: null, accounts: 3 }])
    await quiet()
    await root.patch('admin/settings', { linkDomains: { allow: ['library.example'] } })
    for (const by of [ann, ben, cat]) await link(by, 'www.library.example')
    expect(await listed()).toEqual([])
    await root.patch('admin/settings', { linkDomains: { allow: [] } })
  })
})

describe('an alert', () => {
  test('stands until a moderator dismisses it, once, which is an entry; then it takes as many texts again', async () => {
    await quiet()
    const somebody = await student()
    for (let n = 0; n < 6; n++) await publish(somebody)
    const [alert] = await listed()
    later(6 * WINDOW)
    expect(await listed(root)).toHaveLength(1)
    await admin.delete(`moderation/bursts/${alert.id}`)
    expect(auditEntries(somebody.id).at(-1)).toMatchObject({
      action: 'admin:dismissed:burst',
      actorId: admin.id,
      entityType: 'user',
      metadata: '{"kind":"account"}',
    })
    await fails(root.visitor.delete(`moderation/bursts/${alert.id}`), 'NOT_FOUND')
    for (let n = 0; n < 5; n++) await publish(somebody)
    expect(await listed()).toEqual([])
    await publish(somebody)
    expect(await listed()).toHaveLength(1)
  })
  test('is one of fifty at most', async () => {
    await quiet()
    await storage.write(async (tx) => {
      const insert = tx.sqlite.prepare(
        `INSERT INTO bursts (id, kind, about, accounts, texts, named, since, until)
        VALUES (?, 'link', ?, 3, 3, '[]', '2020-01-01T00:00:00.000Z', ?)`,
      )
      for (let n = 10; n < 70; n++)
        insert.run(crypto.randomUUID(), `${n}.example`, `2020-01-01T00:00:${String(n - 10).padStart(2, '0')}.000Z`)
    })
    const somebody = await student()
    for (let n = 0; n < 6; n++) await publish(somebody)
    const alerts = await listed()
    expect(alerts).toHaveLength(50)
    expect(alerts[0].kind).toBe('account')
    await quiet()
  })
})

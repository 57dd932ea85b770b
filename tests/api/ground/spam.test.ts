import { describe, expect, setSystemTime, test } from 'bun:test'
import { execute, newWords, select } from '../../support/content'
import {
  administrator,
  configured,
  expectData,
  fails,
  HOUR,
  later,
  type Person,
  student,
  times,
  useQuad,
} from '../../support/kit'

await useQuad()
const [ann, ben] = [await student(), await student()]
const root = await administrator('superadmin')

const OFFER =
  'Cheap concert tickets for Saturday night, two of them in the first row. Write to me, and we will agree on a price and a place to meet. I also have one for Sunday, but only if you take all of them.'

const post = ({ visitor }: Person, content = newWords(), more: object = {}) =>
  visitor.post('posts', { title: 'Offer', content, topic: 'Showcase', ...more })
const published = async (by: Person, content?: string): Promise<string> => expectData(await post(by, content)).post.id
const remark = ({ visitor }: Person, postId: string, content: string) =>
  visitor.post(`comments/post/${postId}`, { content, parentCommentId: null })
const written = (by: Person): number => select('SELECT id FROM posts WHERE author_id = ?', by.id).length

describe('the same again within an hour', () => {
  test('is 409 DUPLICATE for posts, however the first fared, and stores nothing', async () => {
    const id = await published(ann, OFFER)
    const before = written(ann)
    await fails(post(ann, OFFER), 'DUPLICATE')
    await fails(post(ann, OFFER.replace('two', 'four'), { topic: 'Off-topic' }), 'DUPLICATE')
    expect(written(ann)).toBe(before)
    await ann.delete(`posts/${id}`)
    await fails(post(ann, OFFER), 'DUPLICATE')
    expectData(await post(await student(), OFFER))
  })
  test('is 409 for comments under one post and under another, but not for a word of thanks', async () => {
    const [one, other] = [await published(ben), await published(ben)]
    const advice = 'You can find the form on the second floor, next to the examination office, until five.'
    expectData(await remark(ann, one, advice))
    for (const postId of [one, other]) await fails(remark(ann, postId, advice), 'DUPLICATE')
    for (const postId of [one, other, one]) expectData(await remark(ann, postId, 'Thanks!'))
    expectData(await remark(ben, one, advice))
  })
  test('is 409 for an edit that makes two texts one, not for an edit of a text itself', async () => {
    const ben = await student()
    const [, second] = [await published(ben, `First. ${OFFER} Really.`), await published(ben)]
    await fails(ben.patch(`posts/${second}`, { title: 'Offer', content: OFFER }), 'DUPLICATE')
    const long = 'The mess serves breakfast from seven to nine, and on Sundays from eight to half past ten.'
    const third = await published(ben, long)
    await ben.patch(`posts/${third}`, { content: `${long} Dosa today!` })
    await ben.patch(`posts/${third}`, { topic: 'Off-topic' })
    const { comment } = expectData(await remark(ben, third, `And I say: ${newWords()} ${newWords()}`))
    await fails(ben.patch(`comments/${comment.id}`, { content: OFFER }), 'DUPLICATE')
  })
  test('a text that the policy refused does not count', async () => {
    const text = 'Join us at the river on Sunday morning, bring water and good shoes, we leave at seven sharp.'
    const links = Array.from({ length: 9 }, (_, n) => `https://example.com/${n}`).join(' ')
    await fails(post(ann, links), 'CONTENT_POLICY_VIOLATION')
    await fails(post(ann, links), 'CONTENT_POLICY_VIOLATION')
    expectData(await post(ann, text))
  })
})

describe('an account younger than a day', () => {
  const most = (youngAccountPosts: number) => root.visitor.patch('admin/settings', { youngAccountPosts })
  test('posts as often as the setting says, then 429 until it is a day old; comments do not count', async () => {
    const young = await student()
    expectData(await most(3))
    await configured({ rateLimits: true }, async () => {
      const ids = [await published(young), await published(young), await published(young)]
      const refused = await fails(post(young), 'RATE_LIMITED')
      expect(refused.body.message).toBe('New accounts can post 3 times a day. Try again later.')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
      expect(written(young)).toBe(3)
      expectData(await remark(young, ids[0] ?? '', 'One may still answer'))
      await young.delete(`posts/${ids[0]}`)
      await fails(post(young), 'RATE_LIMITED')
      expectData(await post(await student()))
      later(24 * HOUR)
      await times(4, async () => expectData(await post(young)))
    })
  })
  test('refused posts do not count, and nothing does with RATE_LIMITS=off', async () => {
    const young = await student()
    expectData(await most(2))
    await configured({ rateLimits: true }, async () => {
      await times(3, () => fails(post(young, ''), 400))
      expectData(await post(young, OFFER))
      await times(3, () => fails(post(young, OFFER), 'DUPLICATE'))
      expectData(await post(young))
      await fails(post(young), 429)
    })
    await times(3, async () => expectData(await post(young)))
  })
  test.each([0, 1001, 2.5, 'many', null])('the setting cannot be %p, nor set by an admin', async (value) => {
    await fails(root.patch('admin/settings', { youngAccountPosts: value }), 400)
    const { visitor } = await administrator()
    await fails(visitor.patch('admin/settings', { youngAccountPosts: 10 }), 'FORBIDDEN')
  })
})

describe('a new account', () => {
  const rules = (changes: object) => root.visitor.patch('admin/settings', changes)
  const LINKS = 'One https://one.example/a and two https://two.example/b, for whoever needs them in the next weeks.'
  test('writes as many comments as the setting says; without one, as many as it likes', async () => {
    const young = await student()
    const id = await published(ben)
    await configured({ rateLimits: true }, async () => {
      await times(3, async () => expectData(await remark(young, id, newWords())))
      expectData(await rules({ newAccounts: { comments: 2 } }))
      await times(2, async () => expectData(await remark(young, id, newWords())))
      const refused = await remark(young, id, newWords())
      expect([refused.status, refused.body.message]).toEqual([
        429,
        'New accounts can comment 2 times a day. Try again later.',
      ])
      later(24 * HOUR)
      expectData(await remark(young, id, newWords()))
      setSystemTime()
    })
    expectData(await rules({ newAccounts: { comments: null } }))
  })
  test('has no more links in a text than the setting says, while it is new by age or by karma', async () => {
    const young = await student()
    expectData(await rules({ newAccounts: { links: 1, karma: 5 } }))
    await fails(post(young, LINKS), 'CONTENT_POLICY_VIOLATION')
    expectData(await post(young, 'One alone: https://one.example/a, which everybody needs in the next weeks.'))
    later(25 * HOUR)
    const poor = await post(young, LINKS)
    expect([poor.code, poor.body.meta]).toEqual([
      'CONTENT_POLICY_VIOLATION',
      { source: 'links', reasons: ['new_account_link'] },
    ])
    await execute('UPDATE user_stats SET karma = 5 WHERE user = (SELECT key FROM users WHERE id = ?)', young.id)
    expectData(await post(young, LINKS))
    await execute('UPDATE user_stats SET karma = 0 WHERE user = (SELECT key FROM users WHERE id = ?)', young.id)
    setSystemTime()
    expectData(await rules({ newAccounts: { links: null, karma: null } }))
  })
  test('cannot get past that with two edits at once', async () => {
    const young = await student()
    expectData(await rules({ newAccounts: { links: 1 } }))
    const { visitor } = young
    for (let n = 0; n < 5; n++) {
      const id = await published(young)
      const [title, content] = ['See https://one.example/a', `${newWords()} https://two.example/b`]
      await Promise.all([visitor.patch(`posts/${id}`, { title }), visitor.patch(`posts/${id}`, { content })])
      const { post } = expectData(await visitor.get(`posts/${id}`))
      expect([post.title === title, post.content === content]).toContain(false)
    }
    expectData(await rules({ newAccounts: { links: null } }))
  })
  test('has them held where the setting says so, but not in an edit', async () => {
    const young = await student()
    const id = await published(young)
    expectData(await rules({ newAccounts: { links: 0 }, holding: { newAccountLinks: 'hold' } }))
    expect(expectData(await post(young, LINKS)).post.held).toBe('waiting')
    await fails(young.patch(`posts/${id}`, { content: LINKS }), 'CONTENT_POLICY_VIOLATION')
    expectData(await rules({ newAccounts: { links: null }, holding: { newAccountLinks: 'refuse' } }))
  })
})

describe('domains of links', () => {
  const lists = (linkDomains: object) => root.visitor.patch('admin/settings', { linkDomains })
  test('are kept as the network knows them; what is none, or is listed twice, is refused', async () => {
    const { linkDomains } = expectData(await lists({ refuse: ['Evil.Example.', 'BÜCHER.example'], hold: ['*'] }))
    expect(linkDomains).toEqual({ allow: [], hold: ['*'], refuse: ['evil.example', 'xn--bcher-kva.example'] })
    const wrong = await lists({ refuse: ['good.example', 'https://evil.example'] })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'linkDomains.refuse.1'])
    expect((await lists({ refuse: ['a.example'], hold: ['A.example'] })).body.errors[0].field).toBe(
      'linkDomains.hold.0',
    )
    expectData(await lists({ refuse: [], hold: [] }))
  })
  test('are refused, held or fine, in posts, comments and edits', async () => {
    expectData(await lists({ refuse: ['evil.example'], hold: ['forms.example'], allow: ['docs.evil.example'] }))
    const id = await published(ben)
    const refused = await post(ben, `Look at https://a.evil.example/x ${newWords()}`)
    expect([refused.code, refused.body.meta]).toEqual([
      'CONTENT_POLICY_VIOLATION',
      { source: 'links', reasons: ['link_domain'] },
    ])
    await fails(remark(ben, id, 'evil.example is where it is'), 'CONTENT_POLICY_VIOLATION')
    await fails(ben.patch(`posts/${id}`, { title: 'evil.example' }), 'CONTENT_POLICY_VIOLATION')
    expectData(await post(ben, `https://docs.evil.example/guide ${newWords()}`))
    expect(expectData(await remark(ben, id, `https://forms.example/1 ${newWords()}`)).comment.held).toBe('waiting')
    await fails(ben.patch(`posts/${id}`, { title: 'forms.example' }), 'CONTENT_POLICY_VIOLATION')
    expectData(await lists({ refuse: [], hold: [], allow: [] }))
  })
})

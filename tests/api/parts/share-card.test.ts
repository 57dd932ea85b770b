import { describe, expect, test } from 'bun:test'
import { app } from '../../../src/app'
import { cardSvg, drawable, parts, wrap } from '../../../src/pages/share-card/layout'
import { publish as publishPost } from '../../support/content'
import { administrator, atOnce, fails, MISSING_ID, student, useQuad, Visitor } from '../../support/kit'

await useQuad()

const ask = (id: string, headers: Record<string, string> = {}) =>
  app.handle(new Request(`http://localhost/cards/${id}.png`, { headers }))
const author = await student()
const publish = async (more: object = {}): Promise<string> => (await publishPost(author, more)).id
describe('the card of a public post', () => {
  test('is a PNG of 1200 by 630, and stays the same until what it shows changes', async () => {
    const id = await publish({ title: 'क्या IIT दिल्ली में कोई है? 😀' })
    const card = await ask(id)
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(card.headers.get('cache-control')).toBe('no-cache')
    const bytes = Buffer.from(await card.arrayBuffer())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    const etag = card.headers.get('etag')!
    expect((await ask(id, { 'if-none-match': etag })).status).toBe(304)
    await author.patch(`posts/${id}`, { title: 'Found them' })
    const changed = await ask(id, { 'if-none-match': etag })
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
  })
  test('is there for strangers only: for nobody once the post is private or deleted', async () => {
    const [id, admin] = [await publish(), await administrator('superadmin')]
    const secret = await publish({ isPrivate: true, title: 'Only for us' })
    for (const visitor of [new Visitor(), author.visitor, admin.visitor]) {
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const refused = await ask(secret, { cookie })
      expect([refused.status, (await refused.text()).includes('Only for us')]).toEqual([404, false])
    }
    await author.delete(`posts/${id}`)
    await fails(ask(id), 404)
    for (const none of [MISSING_ID, 'x', '..%2f..%2fquad', `${id}'--`]) await fails(ask(none), 404)
  })
  test('costs one at a time: of many at once some are refused, and all of one post share a drawing', async () => {
    const ids = await atOnce(9, (n) => publish({ title: `Number ${n} of many` }))
    const statuses = (await Promise.all(ids.map((id) => ask(id)))).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    const same = await atOnce(25, () => ask(ids[0]!))
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('what a card says', () => {
  const measure = (text: string) => text.length * 0.5
  const card = {
    topic: 'Ask',
    campus: 'Campus',
    name: 'quiet-otter-4821',
    glyph: '<svg viewBox="0 0 1 1"/>',
    ground: 0,
  }
  test('is text, whatever is typed, without what the font cannot draw, and the topic for a title of nothing else', () => {
    const svg = cardSvg({ ...card, title: '</text><script>alert(1)</script> & "x"', hue: null }, measure)
    expect(svg).not.toMatch(/<script|<\/text><\/|on\w+=/)
    expect(svg).toContain('&lt;')
    expect(drawable('a 😀👨‍👩‍👧 b\u0000\u202e 你好 c')).toBe('a b c')
    expect(cardSvg({ ...card, title: '😀😀', hue: 1 }, measure).split('>Ask<')).toHaveLength(3)
  })
  test('is wrapped, cut where it is too long, and never wider than the card', () => {
    expect(wrap('one two three four', 5, 9, measure)).toEqual([
      ['one', 'two'],
      ['three', 'four'],
    ])
    expect(wrap('one two three four', 5, 1, measure).at(-1)).toContain('…')
    for (const title of ['x'.repeat(300), 'ab '.repeat(100), 'क्या '.repeat(60), 'स्त'.repeat(100)])
      for (const line of wrap(drawable(title), 17, 4, measure)) {
        const width = line.reduce(
          (sum, word) => sum + parts(word).reduce((each, part) => each + measure(part), 0.26),
          0,
        )
        // The dots may stand in the margin.
        expect(width).toBeLessThanOrEqual(18.2)
      }
  })
  test('keeps the letters of a syllable together, and loses none', () => {
    expect(parts('दोस्तों')).toEqual(['दो', 'स्तों'])
    expect(parts('IITदिल्ली,')).toEqual(['IIT', 'दि', 'ल्ली', ','])
    for (const word of ['क्षत्रिय', 'फ़र्क़', 'ज़रूरी!', '“हाल”', 'ऑफिस', '१२३', 'ंकa']) expect(parts(word).join('')).toBe(word)
  })
})

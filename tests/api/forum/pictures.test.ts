import { beforeAll, describe, expect, test } from 'bun:test'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { bytesOf, deleteUnusedPictures, ofAccount } from '../../../src/forum/pictures/pictures'
import { storeSetting } from '../../../src/ground/settings/settings'
import { areAlike, likenessOf } from '../../../src/lib/files/images'
import { removePicture } from '../../../src/lib/files/pictures'
import {
  block,
  comment,
  execute,
  judge,
  judgePost,
  newPost,
  publish,
  queue,
  select,
  sendPost,
} from '../../support/content'
import { type Bytes, photo, scene } from '../../support/images'
import {
  administrator,
  collegeId,
  type Data,
  expectData,
  expectWithout,
  fails,
  HOUR,
  MISSING_ID,
  type Person,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { newPicture, pictureFiles, seePicture, sendPicture, setPictures } from '../../support/pictures'
import { isReplay, keyed } from '../../support/repeats'

await useQuad()
await collegeId('north.edu')
const [ann, ben, eve, admin] = [
  await student(),
  await student(),
  await student({ domain: 'north.edu' }),
  await administrator(),
]
const second = await administrator()
const rows = () => select('SELECT count(*) AS n FROM pictures')[0].n
const stranger = new Visitor()
beforeAll(() => setPictures())

const statusesOf = async (id: string) =>
  Promise.all(
    [ann.visitor, ben.visitor, admin.visitor, stranger].map(async (each) => (await seePicture(each, id)).status),
  )
const post = async (more = {}) => publish(ann, { picture: await newPicture(ann), ...more })
const read = (id: string, by = ann) => by.get(`posts/${id}`).then(({ post }) => post)

describe('a picture', () => {
  test('is stored at three widths, is its uploader’s, and then its post’s', async () => {
    const answer = await sendPicture(
      ann,
      new Uint8Array(await new Bun.Image(scene(20, 10, 1)).resize(2000, 1000).jpeg().bytes()),
    )
    const { picture } = expectData(answer)
    expect(answer.status).toBe(201)
    expect(picture).toMatchObject({ width: 1600, height: 800 })
    expect(Buffer.from(picture.placeholder, 'base64')).toHaveLength(27)
    expect(await statusesOf(picture.id)).toEqual([200, 404, 404, 404])
    const made = await publish(ann, { picture: { id: picture.id, alt: ' A bench ' } })
    expect(made.picture).toEqual({ ...picture, alt: 'A bench' })
    expect((await read(made.id, ben)).picture).toEqual(made.picture)
    expect(await statusesOf(picture.id)).toEqual([200, 200, 200, 200])
    for (const width of [480, 960, 1600]) {
      const { headers, status } = await seePicture(stranger, picture.id, width)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
    expect(select('SELECT owner_id, uploaded_at FROM pictures WHERE id = ?', picture.id)).toEqual([
      { owner_id: null, uploaded_at: null },
    ])
  })
  test('may be taken away, replaced, and described anew', async () => {
    const { id, picture } = await post()
    const other = await newPicture(ann)
    expect((await ann.patch(`posts/${id}`, { picture: { id: picture!.id, alt: 'A tree' } })).post.picture).toEqual({
      ...picture,
      alt: 'A tree',
    })
    expect((await ann.patch(`posts/${id}`, { picture: other })).post.picture).toMatchObject(other)
    await pictureFiles()
    expect((await seePicture(ann.visitor, picture!.id)).status).toBe(404)
    expect((await ann.patch(`posts/${id}`, { picture: null })).post.picture).toBeUndefined()
    await pictureFiles()
    expect((await seePicture(ann.visitor, other.id)).status).toBe(404)
  })
  test('of somebody else, of another post, unknown: refused', async () => {
    const { picture } = await post()
    const used = { id: picture!.id, alt: '' }
    await fails(sendPost(ann, { picture: used }), 'CONFLICT')
    await fails(sendPost(ben, { picture: used }), 'NOT_FOUND')
    await fails(sendPost(ben, { picture: await newPicture(ann) }), 'NOT_FOUND')
    await fails(sendPost(ann, { picture: { id: MISSING_ID, alt: '' } }), 'NOT_FOUND')
  })
  test('has another name when who may see it changes', async () => {
    const { id, picture } = await post()
    const names = [picture!.id]
    const next = async () => void names.push((await read(id)).picture.id)
    await ann.patch(`posts/${id}`, { isPrivate: true })
    await next()
    expect((await seePicture(stranger, names.at(-1)!)).status).toBe(401)
    expect((await seePicture(ben.visitor, names.at(-1)!)).headers.get('cache-control')).toBe('private, no-cache')
    await ann.patch(`posts/${id}`, { isPrivate: false })
    await next()
    await judgePost(id, 'banned')
    await next()
    await judgePost(id, 'active')
    await next()
    expect(new Set(names).size).toBe(5)
    for (const name of names.slice(0, -1)) expect(await statusesOf(name)).toEqual([404, 404, 404, 404])
    const cached = async (by: Visitor) => (await seePicture(by, names.at(-1)!)).headers.get('cache-control')
    expect(await cached(stranger)).toBe('public, max-age=31536000, immutable')
    expect(await cached(ben.visitor)).toBe('private, max-age=31536000, immutable')
  })
  test('is stored once for a key, and the key is refused with another file', async () => {
    const how = { headers: { 'idempotency-key': 'a-picture' } }
    const [one, other] = [await photo(), await photo()]
    const first = expectData(await sendPicture(ann, one, how))
    expect(expectData(await sendPicture(ann, one, how))).toEqual(first)
    await fails(sendPicture(ann, other, how), 'IDEMPOTENCY_KEY_REUSED')
  })
})

type Seen = Record<'author' | 'college' | 'elsewhere' | 'stranger' | 'moderator', number>
const ALL: Seen = { author: 200, college: 200, elsewhere: 200, stranger: 200, moderator: 200 }

describe('whoever may read the post sees the picture, and nobody else', () => {
  const viewers = {
    author: ann.visitor,
    college: ben.visitor,
    elsewhere: eve.visitor,
    stranger,
    moderator: admin.visitor,
  }
  test.each<[string, (made: { id: string }) => unknown, Seen]>([
    ['public', () => {}, ALL],
    ['private', ({ id }) => ann.patch(`posts/${id}`, { isPrivate: true }), { ...ALL, elsewhere: 403, stranger: 401 }],
    ['removed', ({ id }) => judgePost(id, 'banned'), { ...ALL, college: 404, elsewhere: 404, stranger: 404 }],
    ['hidden', ({ id }) => judgePost(id, 'shadow_banned'), { ...ALL, college: 404, elsewhere: 404, stranger: 404 }],
    ['of somebody who is blocked', () => block(ann, ben.id), ALL],
    ['restored', ({ id }) => judgePost(id, 'banned').then(() => judgePost(id, 'active')), ALL],
  ])('%s', async (_, change, seen) => {
    const made = await post()
    await change(made)
    const { picture } = await read(made.id)
    for (const [name, visitor] of Object.entries(viewers)) {
      const [picture_, post_] = [await seePicture(visitor, picture.id), await visitor.get(`posts/${made.id}`)]
      expect([name, picture_.status]).toEqual([name, seen[name as keyof Seen]])
      expect([name, picture_.status, picture_.code]).toEqual([name, post_.status, post_.code])
    }
    await ann.visitor.delete(`users/block/${ben.id}`)
  })
  test('of a shadow ban its author learns nothing', async () => {
    const made = await post()
    const before = await seePicture(ann.visitor, made.picture!.id)
    await judgePost(made.id, 'shadow_banned')
    const after = await seePicture(ann.visitor, (await read(made.id)).picture.id)
    for (const header of ['cache-control', 'etag', 'content-disposition'])
      expect(after.headers.get(header)).toBe(before.headers.get(header))
  })
  test('where only members read, a stranger sees none, and no cache keeps one', async () => {
    const { picture } = await post()
    await storage.write((tx) => storeSetting(tx, 'readers', 'members'))
    await fails(seePicture(stranger, picture!.id), 'UNAUTHENTICATED')
    expect((await seePicture(ben.visitor, picture!.id)).headers.get('cache-control')).toBe('private, no-cache')
    await storage.write((tx) => storeSetting(tx, 'readers', 'public'))
  })
  test('one that waits to appear: its author alone, until it does', async () => {
    const answer = await ann.visitor.post('posts/delayed', newPost({ picture: await newPicture(ann) }))
    const { id, picture } = expectData(answer).delayedPost
    expect(await statusesOf(picture.id)).toEqual([200, 404, 404, 404])
    expect((await ann.get('posts/delayed')).delayedPosts.at(-1).picture).toEqual(picture)
    const { post } = await ann.post(`posts/delayed/${id}/publish`)
    expect(post.picture).toEqual(picture)
    expect(await statusesOf(picture.id)).toEqual([200, 200, 200, 200])
  })
  test('one that waits for a moderator: its author and moderators, until it is released', async () => {
    await setPictures({ accountDays: 3 })
    const held = expectData(await sendPost(ann, { picture: await newPicture(ann) })).post
    await setPictures()
    expect(held.held).toBe('waiting')
    expect(await statusesOf(held.picture.id)).toEqual([200, 404, 200, 404])
    const [entry] = (await admin.get('moderation/held')).held
    expect(entry).toMatchObject({ doubts: ['new_account_picture'], picture: held.picture })
    expect((await ann.get('held')).held[0].picture).toEqual(held.picture)
    await admin.put(`moderation/held/${held.id}`, { decision: 'release' })
    expect((await read(held.id, ben)).picture).toEqual(held.picture)
    expect(await statusesOf(held.picture.id)).toEqual([200, 200, 200, 200])
  })
  test('moderators see it in reports and appeals', async () => {
    const made = await post()
    await ben.post('reports', { type: 'Post', targetId: made.id, reason: 'spam', message: 'It is an advertisement' })
    const { data } = await queue(admin)
    expect(data.find(({ target }) => target.id === made.id)?.target.picture).toEqual(made.picture!)
    expectData(await judge(admin, 'post', made, { state: 'banned', reason: 'Advertising' }))
    await ann.post('appeals', { resource: 'post', resourceId: made.id, message: 'It is a bench' })
    const { picture } = (await second.get('moderation/appeals')).appeals[0].content
    expect(picture).toMatchObject({ alt: made.picture!.alt, placeholder: made.picture!.placeholder })
    expect((await seePicture(second.visitor, picture.id)).status).toBe(200)
    await execute('DELETE FROM removed_pictures')
  })
  test.each(['480', '960', '1600', '481', 'large', '480.webp'])('at the width %s: three are served', async (width) => {
    const { picture } = await post()
    expect((await seePicture(stranger, picture!.id, width)).status).toBe(
      ['480', '960', '1600'].includes(width) ? 200 : 400,
    )
  })
  test('who has it already is told so, and only where it may still be seen', async () => {
    const { id, picture } = await post()
    const headers = { 'if-none-match': (await seePicture(stranger, picture!.id)).headers.get('etag')! }
    const again = () => stranger.get(`/pictures/${picture!.id}/480`, { headers })
    expect((await again()).status).toBe(304)
    await ann.patch(`posts/${id}`, { isPrivate: true })
    expect((await again()).status).toBe(404)
  })
})

describe('a young account', () => {
  test('cannot change its posts to have one, delay one, or send one under an alias; moderators wait for nobody', async () => {
    const { id } = await publish(ann)
    const pictures = [await newPicture(ann), await newPicture(ann), await newPicture(ann)]
    await setPictures({ accountDays: 3 })
    for (const answer of [
      ann.visitor.patch(`posts/${id}`, { picture: pictures[0] }),
      ann.visitor.post('posts/delayed', newPost({ picture: pictures[1]! })),
      sendPost(ann, { picture: pictures[2]!, alias: true }),
    ])
      await fails(answer, 'CONTENT_POLICY_VIOLATION', 'picture')
    expect((await publish(admin, { picture: await newPicture(admin) })).held).toBeUndefined()
    await setPictures()
    // What was refused is still its uploader's.
    expect((await ann.patch(`posts/${id}`, { picture: pictures[0] })).post.picture.id).toBe(pictures[0]!.id)
  })
})

describe('what a picture shows', () => {
  test('is a text like any other: trimmed, bounded, checked', async () => {
    const picture = await newPicture(ann)
    const sent = (alt: string) => sendPost(ann, { picture: { ...picture, alt } })
    await fails(sent('x'.repeat(301)), 'VALIDATION_FAILED', 'picture.alt')
    await fails(sent('What a fucking bench'), 'CONTENT_POLICY_VIOLATION', 'picture.alt')
    const { id } = expectData(await sent(' ')).post
    expect((await read(id)).picture.alt).toBe('')
    await fails(
      ann.visitor.patch(`posts/${id}`, { picture: { ...picture, alt: 'What a fucking bench' } }),
      'CONTENT_POLICY_VIOLATION',
    )
  })
})

describe('nothing is left', () => {
  const content = photo(3)
  test('two posts share the files; with the last one they go', async () => {
    const before = await pictureFiles()
    const one = await publish(ann, { picture: await newPicture(ann, await content) })
    const files = await pictureFiles()
    const two = await publish(ben, { picture: await newPicture(ben, await content) })
    expect(await pictureFiles()).toEqual(files)
    await ann.delete(`posts/${one.id}`)
    expect(await pictureFiles()).toEqual(files)
    expect((await seePicture(stranger, two.picture!.id)).status).toBe(200)
    await ben.delete(`posts/${two.id}`)
    expect(await pictureFiles()).toEqual(before)
  })
  test.each<[string, (who: Person, picture: Data) => Promise<unknown>]>([
    ['an upload without a post', async () => {}],
    ['a post', (who, picture) => publish(who, { picture })],
    [
      'a post with a comment of somebody else',
      async (who, picture) => comment(ben, (await publish(who, { picture })).id),
    ],
    ['a private post', (who, picture) => publish(who, { picture, isPrivate: true })],
    ['a delayed post', (who, picture) => who.post('posts/delayed', newPost({ picture }))],
    [
      'a held post',
      async (who, picture) => {
        await setPictures({ accountDays: 3 })
        await sendPost(who, { picture })
        await setPictures()
      },
    ],
    ['a removed post', async (who, picture) => judgePost((await publish(who, { picture })).id, 'banned')],
  ])('of an account that is deleted: %s', async (_, use) => {
    const before = [await pictureFiles(), rows()]
    const who = await student()
    await use(who, await newPicture(who))
    expect(await pictureFiles()).not.toEqual(before[0]!)
    await who.delete('auth/account')
    expect([await pictureFiles(), rows()]).toEqual(before)
  })
  test('of a text that is taken back, of an edit, of an upload after a day', async () => {
    const later = () => storage.write((tx) => deleteUnusedPictures(tx, Date.now() + 25 * HOUR))
    await later()
    const before = [await pictureFiles(), rows()]
    await setPictures({ accountDays: 3 })
    const held = expectData(await sendPost(ann, { picture: await newPicture(ann) })).post
    await setPictures()
    await ann.delete(`held/${held.id}`)
    const { delayedPost } = await ann.post('posts/delayed', newPost({ picture: await newPicture(ann) }))
    await ann.delete(`posts/delayed/${delayedPost.id}`)
    const { id } = await post()
    await ann.patch(`posts/${id}`, { picture: null })
    await newPicture(ann)
    await later()
    expect([await pictureFiles(), rows()]).toEqual(before)
  })
  test('of a crash between file and row, either way', async () => {
    const { picture } = await post()
    const before = await pictureFiles()
    const folder = join(config.dataDir, 'pictures')
    const old = [`${'a'.repeat(64)}-480.webp`, `.${crypto.randomUUID()}.part`]
    const others = `${'b'.repeat(64)}-480.webp`
    for (const name of [...old, others]) await Bun.write(join(folder, name), 'left')
    for (const name of [...old, ...before]) utimesSync(join(folder, name), 0, 0)
    await storage.write((tx) => deleteUnusedPictures(tx))
    expect(await pictureFiles()).toEqual([...before, others].sort())
    removePicture('b'.repeat(64))
    // A row without its file: 404, and no fault.
    const [{ file }] = select('SELECT file FROM pictures WHERE id = ?', picture!.id)
    removePicture(file)
    expect((await seePicture(stranger, picture!.id)).status).toBe(404)
  })
})

describe('the budget', () => {
  test('of an account counts all its names; of the campus, everybody', async () => {
    const who = await student()
    const large = async () =>
      new Uint8Array(await new Bun.Image(scene(40, 30, Math.random() * 1e6)).resize(1600, 1200).jpeg().bytes())
    await setPictures({ accountMegabytes: 0 })
    await fails(sendPicture(who, await large()), 'CONFLICT')
    await setPictures()
    await publish(who, { picture: await newPicture(who, await large()) })
    await publish(who, { picture: await newPicture(who, await large()), alias: true })
    await who.post('posts/delayed', newPost({ picture: await newPicture(who, await large()) }))
    await newPicture(who, await large())
    // Four pictures of about the same size: under its name and an alias, waiting, and without a post.
    const one = bytesOf(storage.reader, ofAccount(who.id)) / 4
    const [{ largest }] = select('SELECT max(bytes) AS largest FROM pictures')
    expect(one).toBeWithin(largest * 0.5, largest * 1.01)
    const answer = await setPictures({ campusMegabytes: 0 }).then(async () => sendPicture(ann, await photo()))
    await fails(answer, 'CONFLICT')
    expect(answer.body.message).toContain('campus')
    await setPictures()
    const { pictures } = await admin.get('admin/dashboard/overview')
    expect(pictures).toEqual({ megabytes: Math.ceil(bytesOf(storage.reader) / 1e6), most: 5000 })
  })
})

describe('sent again', () => {
  test('with its key, it is the same picture, also once a post has it; another picture is refused', async () => {
    const content = await photo()
    const key = crypto.randomUUID()
    const first = expectData(await sendPicture(ann, content, keyed(key))).picture
    const again = await sendPicture(ann, content, keyed(key))
    expect([expectData(again).picture, isReplay(again)]).toEqual([first, true])
    await publish(ann, { picture: { id: first.id, alt: '' } })
    expect(expectData(await sendPicture(ann, content, keyed(key))).picture).toEqual(first)
    await fails(sendPicture(ann, new Uint8Array([...content, 0]), keyed(key)), 'IDEMPOTENCY_KEY_REUSED')
    await fails(
      sendPicture(ann, content, keyed(key)).then(() => sendPost(ann, { picture: { id: first.id, alt: '' } })),
      'CONFLICT',
    )
  })
  test('without one, two uploads and one file', async () => {
    const content = await photo()
    const before = await pictureFiles()
    const [one, two] = [await newPicture(ann, content), await newPicture(ann, content)]
    expect(one.id).not.toBe(two.id)
    expect((await pictureFiles()).length).toBe(before.length + 1)
  })
})

describe('a removed picture', () => {
  const likeness = async (bytes: Uint8Array) => likenessOf(new Uint8Array(bytes))
  const changed: [string, (content: Bytes, seed: number) => Promise<Uint8Array>][] = [
    ['recompressed', (content) => new Bun.Image(content).jpeg({ quality: 30 }).bytes()],
    ['made smaller', (content) => new Bun.Image(content).resize(80, 60).png().bytes()],
    ['made lighter', (content) => new Bun.Image(content).modulate({ brightness: 1.2 }).jpeg().bytes()],
    ['made darker', (content) => new Bun.Image(content).modulate({ brightness: 0.7 }).jpeg().bytes()],
    ['without colours', (content) => new Bun.Image(content).modulate({ saturation: 0 }).jpeg().bytes()],
    ['cropped a little', (_, seed) => photo(seed, 0.015)],
  ]
  test.each(changed)('%s, is known again', async (_, change) => {
    for (let seed = 0; seed < 20; seed++) {
      const content = await photo(seed)
      expect(areAlike(await likeness(content), await likeness(await change(content, seed)))).toBe(true)
    }
  })
  test('another one is not', async () => {
    const hashes = await Promise.all(Array.from({ length: 30 }, async (_, seed) => likeness(await photo(seed))))
    const pairs = hashes.flatMap((one, at) => hashes.slice(at + 1).map((other) => areAlike(one, other)))
    expect(pairs.filter(Boolean)).toEqual([])
  })
  test('waits for a moderator when it comes again, and no more once it was restored', async () => {
    const made = await publish(ann, { picture: await newPicture(ann, await photo(7)) })
    expectData(await judge(admin, 'post', made, { state: 'banned', reason: 'A test of pictures' }))
    expect(select('SELECT * FROM removed_pictures').map(Object.keys)).toEqual([['likeness']])
    const again = async () =>
      expectData(await sendPost(ben, { picture: await newPicture(ben, await photo(7, 0.01)) })).post
    const held = await again()
    expect(held.held).toBe('waiting')
    expect((await admin.get('moderation/held')).held).toMatchObject([{ id: held.id, doubts: ['known_picture'] }])
    expect((await publish(ben, { picture: await newPicture(ben) })).held).toBeUndefined()
    await fails(
      ben.visitor.patch(`posts/${(await publish(ben)).id}`, { picture: await newPicture(ben, await photo(7)) }),
      'CONTENT_POLICY_VIOLATION',
      'picture',
    )
    expectData(await judge(admin, 'post', made, { state: 'active' }))
    expect((await again()).held).toBeUndefined()
  })
  test('so does one that was refused as a held text, until that is taken back', async () => {
    await setPictures({ accountDays: 3 })
    const { id } = expectData(await sendPost(ben, { picture: await newPicture(ben) })).post
    await setPictures()
    const count = () => select('SELECT 1 FROM removed_pictures').length
    const before = count()
    await admin.put(`moderation/held/${id}`, { decision: 'refuse', reason: 'Not on this campus' })
    expect(count()).toBe(before + 1)
    await admin.put(`moderation/held/${id}`, { decision: 'reopen' })
    expect(count()).toBe(before)
  })
})

test('a row of a picture that a post has names no account, and no entry of the log tells of an upload', async () => {
  const entries = () => select('SELECT 1 FROM audit_log').length
  const before = entries()
  const picture = await newPicture(ann)
  expect(entries()).toBe(before)
  const made = await publish(ann, { picture, alias: true })
  const row = JSON.stringify(select('SELECT * FROM pictures WHERE id = ?', picture.id))
  expectWithout(row, ann.id, made.postedBy!.id)
  expect((await read(made.id, ben)).picture).toMatchObject(picture)
  await ann.delete(`posts/${made.id}`)
  await pictureFiles()
  expect(select('SELECT 1 FROM pictures WHERE id = ?', picture.id)).toEqual([])
})

test.each([
  ['a blank page', '0000000000000000', '0000000000000000'],
  ['a page with a line', '0000000000ff0000', '00000000000000f0'],
  ['a dark page with a line', 'ffffffff00ffffff', 'fffffffffffff0ff'],
])('a removed picture is not found in another: %s', (_, removed, other) => {
  expect(areAlike(removed, other)).toBe(false)
})

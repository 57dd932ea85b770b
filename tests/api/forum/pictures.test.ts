import { beforeAll, describe, expect, test } from 'bun:test'
import { areAlike } from '../../../src/lib/files/images'
import { execute, judgePost, newPost, publish, select, sendPost } from '../../support/content'
import { photo, scene } from '../../support/images'
import { administrator, expectData, fails, MISSING_ID, student, useQuad, Visitor } from '../../support/kit'
import { newPicture, pictureFiles, seePicture, sendPicture, setPictures } from '../../support/pictures'

await useQuad()
const [ann, ben, admin] = [await student(), await student(), await administrator()]
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

describe('a removed picture', () => {
  test('waits for a moderator when it comes again', async () => {
    const content = await photo(7)
    const made = await publish(ann, { picture: await newPicture(ann, content) })
    expectData(
      await admin.visitor.put(`moderation/posts/${made.id}/moderation-state`, {
        state: 'banned',
        reason: 'A test of pictures',
      }),
    )
    const again = await sendPost(ben, { picture: await newPicture(ben, await photo(7, 0.02)) })
    expect(expectData(again).post).toMatchObject({ held: 'waiting' })
    const other = await sendPost(ben, newPost({ picture: await newPicture(ben) }))
    expect(expectData(other).post.held).toBeUndefined()
    await execute('DELETE FROM removed_pictures')
  })
  test.each([
    ['a blank page', '0000000000000000', '0000000000000000'],
    ['a page with a line', '0000000000ff0000', '00000000000000f0'],
    ['a dark page with a line', 'ffffffff00ffffff', 'fffffffffffff0ff'],
  ])('is not found in another: %s', (_, removed, other) => {
    expect(areAlike(removed, other)).toBe(false)
  })
})

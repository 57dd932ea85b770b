import { beforeAll, describe, expect, test } from 'bun:test'
import { PICTURE_BYTES } from '../../../src/lib/files/pictures'
import {
  animated,
  type Bytes,
  bomb,
  bytes,
  declaring,
  joined,
  KINDS,
  photo,
  picture,
  png,
  scene,
  TALKATIVE,
  withThumbnail,
} from '../../support/images'
import { expectData, fails, student, useQuad } from '../../support/kit'
import { pictureContents, pictureFiles, pictureForm, sendPicture, setPictures } from '../../support/pictures'

await useQuad()
const ann = await student()
beforeAll(() => setPictures())

const WORDS = 'Hostel 9, room 214'
const HTML = '<!doctype html><script>alert(1)</script>'
const ZIP = 'PK\x03\x04 and PK\x05\x06'

describe('nothing is kept but the pixels of', () => {
  test.each<[string, () => Promise<Bytes>]>([
    ['a JPEG with GPS, texts and a colour profile', () => TALKATIVE.jpg(WORDS)],
    ['a PNG with EXIF, texts and a colour profile', () => TALKATIVE.png(WORDS)],
    ['a JPEG with a thumbnail', async () => withThumbnail(await photo(1), joined(await photo(2), WORDS))],
    ['a JPEG that is a ZIP file, too', async () => joined(await photo(), ZIP, WORDS)],
    ['a JPEG with a page behind it', async () => joined(await photo(), HTML, WORDS)],
    ['a PNG with a page behind it', async () => joined(png(), HTML, WORDS)],
    ['a GIF with a page behind it', async () => joined(await picture.gif(), HTML, WORDS)],
    ['a GIF that moves', async () => animated.gif()],
  ])('%s', async (_, make) => {
    const sent = await make()
    const before = await pictureFiles()
    expectData(await sendPicture(ann, sent))
    expect((await pictureFiles()).length).toBeGreaterThan(before.length)
    for (const content of await pictureContents()) {
      expect(content.toString('latin1', 0, 4) + content.toString('latin1', 8, 12)).toBe('RIFFWEBP')
      // Nothing behind its end, and no chunk but pixels.
      expect(content.readUInt32LE(4) + 8).toBe(content.length)
      for (const trace of [WORDS, '<script', 'PK\x03\x04', 'Exif', 'ICCP', 'ANIM', 'GPS', '\xff\xd8\xff'])
        expect(content.includes(Buffer.from(trace, 'latin1'))).toBe(false)
    }
  })
  test('its sizes: never larger than it was, and in its proportions', async () => {
    for (const [width, height, largest] of [
      [30, 20, [30, 20]],
      [2400, 1200, [1600, 800]],
      [100, 9000, [71, 6400]],
    ] as const) {
      const sent = new Uint8Array(await new Bun.Image(scene(30, 20, width)).resize(width, height).png().bytes())
      const { picture } = expectData(await sendPicture(ann, sent))
      expect([picture.width, picture.height]).toEqual([...largest])
    }
  })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const brand = (name: string) => bytes(`\0\0\0\x18ftyp${name}\0\0\0\0mif1${name}`)

describe('refused, with nothing left', () => {
  test.each<[string, () => Bytes | Promise<Bytes>, RegExp]>([
    ['an empty file', () => bytes(''), /one picture/],
    ['an SVG', () => bytes(svg), /PNG, JPEG/],
    ['a page', () => bytes(HTML), /PNG, JPEG/],
    ['a page before a PNG', () => joined(HTML, png()), /PNG, JPEG/],
    ['a document', () => bytes('%PDF-1.7'), /PNG, JPEG/],
    ['a bitmap', () => scene(8, 8, 1), /PNG, JPEG/],
    ['an AVIF where the system has no decoder', () => brand('avif'), /HEIC, AVIF/],
    ['a HEIC where the system has no decoder', () => brand('heic'), /HEIC, AVIF/],
    ['a TIFF', () => bytes('II*\0\x08\0\0\0'), /HEIC, AVIF|PNG, JPEG/],
    ['a bomb in the colour profile', () => bomb('iCCP'), /damaged/],
    ['a bomb in a text', () => bomb('zTXt'), /damaged/],
    ['a WebP that moves', () => animated.webp(), /damaged/],
    ...KINDS.map((kind): [string, () => Promise<Bytes>, RegExp] => [
      `a ${kind} that says it has 41 megapixels`,
      () => declaring(kind, 8200, 5000),
      /40 million pixels/,
    ]),
    ['a PNG that breaks off', () => png(200, 100).slice(0, 100), /damaged/],
    ['a JPEG that breaks off among its pixels', async () => (await photo()).slice(0, -400), /damaged/],
    [
      'one that breaks off behind its thumbnail',
      async () => withThumbnail(await photo(), await photo()).slice(0, -400),
      /damaged/,
    ],
    ['a signature without a picture', () => bytes('\x89PNG\r\n\x1a\n and words'), /damaged/],
  ])('%s', async (_, make, reason) => {
    const before = await pictureFiles()
    const answer = await fails(sendPicture(ann, await make()), 'VALIDATION_FAILED', 'picture')
    expect(answer.body.message).toMatch(reason)
    expect(await pictureFiles()).toEqual(before)
  })
  test('more than 10 MB: 413; 10 MB are taken', async () => {
    const before = await pictureFiles()
    const sized = (size: number) => {
      const content = new Uint8Array(size)
      content.set(png())
      return content
    }
    const answer = await fails(sendPicture(ann, sized(PICTURE_BYTES + 1)), 'PAYLOAD_TOO_LARGE')
    expect(answer.body.message).toContain('10 MB')
    await fails(sendPicture(ann, sized(PICTURE_BYTES + 20_000)), 'PAYLOAD_TOO_LARGE')
    expect(await pictureFiles()).toEqual(before)
    expectData(await sendPicture(ann, sized(PICTURE_BYTES)))
  })
  test('no picture, another field, a text, JSON, a form that breaks off', async () => {
    const before = await pictureFiles()
    const text = new FormData()
    text.set('picture', 'words')
    for (const form of [new FormData(), text, pictureForm(png(), 'a.png', 'image/png', 'profile')])
      await fails(ann.visitor.post('pictures', form), 'VALIDATION_FAILED', 'picture')
    await fails(ann.visitor.post('pictures', { picture: 'words' }), 'VALIDATION_FAILED')
    const headers = { 'content-type': 'multipart/form-data; boundary=X' }
    const begun = '--X\r\nContent-Disposition: form-data; name="picture"; filename="a"\r\n\r\nabc'
    await fails(ann.visitor.post('pictures', begun, { raw: true, headers }), 'VALIDATION_FAILED')
    expect(await pictureFiles()).toEqual(before)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../src/config'
import { readFormFields } from '../../src/http/form'
import { imageKind, readImage } from '../../src/services/images/image'
import { uploadNameOf } from '../../src/services/uploads'
import { bytes, joined, KINDS, type Kind, PICTURES, TYPES } from '../support/images'
import { administrator, type Data, expectData, openQuad, type Person, student, Visitor } from '../support/kit'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const FOLDER = join(config.dataDir, 'uploads')

let close: () => Promise<void>
let admin: Person
let pupil: Person

beforeAll(async () => {
  close = await openQuad()
  admin = await administrator()
  pupil = await student()
})
afterAll(() => close())

let count = 0
const create = async (): Promise<Data> => {
  count++
  const college = { name: `College ${count}`, emailDomain: `college${count}.edu`, city: 'Rivertown', state: 'Iowa' }
  return expectData(await admin.visitor.post('colleges', college), 201).college
}
/** An image that no other test has. */
const image = (kind: Kind = 'png') => PICTURES[kind]({ words: `${++count} ${crypto.randomUUID()}` })
const form = (content: Uint8Array<ArrayBuffer>, type: string, name = 'logo.png', field = 'profile'): FormData => {
  const data = new FormData()
  data.set(field, new File([content], name, { type }))
  return data
}
const upload = (id: string, data: FormData, by = admin.visitor) => by.post(`admin/colleges/upload/profile/${id}`, data)
const stored = async (id: string, content = image()): Promise<string> =>
  expectData(await upload(id, form(content, 'image/png'))).url
const profileOf = async (id: string): Promise<string | null> =>
  expectData(await new Visitor().get(`colleges/${id}`)).profile
const pathOf = (url: string) => new URL(url).pathname
const files = () => (existsSync(FOLDER) ? readdirSync(FOLDER) : [])
const served = async (url: string) => (await new Visitor().get(pathOf(url))).status

describe('a picture', () => {
  test.each(KINDS.map((kind) => [kind, TYPES[kind]] as const))(
    'a %s is stored under its hash, shown on the college and served',
    async (extension, type) => {
      const { id } = await create()
      const content = image(extension)
      const { url } = expectData(await upload(id, form(content, type, `My Logo.${extension}`)))
      const hash = new Bun.CryptoHasher('sha256').update(content).digest('hex')
      expect(url).toBe(`${config.publicUrl}/uploads/${hash}.${extension}`)
      expect(await profileOf(id)).toBe(url)
      const { status, headers } = await new Visitor().get(pathOf(url))
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(new Uint8Array(await Bun.file(join(FOLDER, `${hash}.${extension}`)).arrayBuffer())).toEqual(content)
    },
  )
  test('what it is decides, not what it is called', async () => {
    const url = await stored((await create()).id, image('gif'))
    expect(url).toEndWith('.gif')
  })
  test('the college may be sent its own picture again, as URL or as path', async () => {
    const { id } = await create()
    const url = await stored(id)
    for (const profile of [url, pathOf(url)]) {
      expectData(await admin.visitor.patch(`colleges/${id}`, { profile }))
      expect(await profileOf(id)).toBe(url)
    }
    expect(await served(url)).toBe(200)
  })
})

describe('an earlier picture', () => {
  test('goes when another comes, when it is taken away, and with its college', async () => {
    const { id } = await create()
    const first = await stored(id)
    const second = await stored(id)
    expect([await served(first), await served(second)]).toEqual([404, 200])
    expectData(await admin.visitor.patch(`colleges/${id}`, { profile: null }))
    expect(await served(second)).toBe(404)
    const third = await stored(id)
    expectData(await admin.visitor.delete(`colleges/${id}`))
    expect(await served(third)).toBe(404)
  })
  test('stays while another college shows it', async () => {
    const [one, two] = [await create(), await create()]
    const content = image()
    const url = await stored(one.id, content)
    expect(await stored(two.id, content)).toBe(url)
    await stored(one.id)
    expect(await served(url)).toBe(200)
    await stored(two.id)
    expect(await served(url)).toBe(404)
  })
  test('stays when it is given up and taken up at the same moment', async () => {
    const [one, two] = [await create(), await create()]
    for (let n = 0; n < 10; n++) {
      const content = image()
      const url = await stored(one.id, content)
      await Promise.all([stored(one.id), stored(two.id, content)])
      expect(await served(url)).toBe(200)
    }
  })
})

describe('refused', () => {
  const html = bytes('<!doctype html><script>alert(1)</script>')
  const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const film = bytes('\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isommp42')
  test.each<[string, FormData]>([
    ['an SVG', form(svg, 'image/svg+xml', 'logo.svg')],
    ['an SVG that calls itself PNG', form(svg, 'image/png')],
    ['HTML that calls itself PNG', form(html, 'image/png')],
    ['a film of the family of AVIF', form(film, 'image/avif', 'logo.avif')],
    ['text', form(bytes('words'), 'text/plain', 'notes.txt')],
    ['an image that calls itself text', form(image(), 'text/plain', 'notes.txt')],
    ['an empty file', form(bytes(''), 'image/png')],
    ['HTML behind a PNG', form(joined(image(), html), 'image/png')],
    ['a script behind a GIF', form(joined(image('gif'), '=1;alert(1)//'), 'image/gif', 'logo.gif')],
    ['an archive behind a JPEG', form(joined(image('jpg'), 'PK\x03\x04 archive'), 'image/jpeg', 'logo.jpg')],
    ['a second image behind the first', form(joined(image(), image()), 'image/png')],
    ['HTML behind a WebP', form(joined(image('webp'), html), 'image/webp', 'logo.webp')],
    ['HTML behind an AVIF', form(joined(image('avif'), html), 'image/avif', 'logo.avif')],
    ['HTML before a PNG', form(joined(html, image()), 'image/png')],
    ['a signature without an image', form(bytes('\x89PNG\r\n\x1a\n and words'), 'image/png')],
    ['another field', form(image(), 'image/png', 'logo.png', 'picture')],
    ['no field', new FormData()],
  ])('%s: 400 on profile, nothing stored', async (_, data) => {
    const { id } = await create()
    const before = files()
    const answer = await upload(id, data)
    expect([answer.status, answer.code, answer.body.errors[0].field]).toEqual([400, 'VALIDATION_FAILED', 'profile'])
    expect([files(), await profileOf(id)]).toEqual([before, null])
  })
  test('a text in the field, and JSON', async () => {
    const { id } = await create()
    const text = new FormData()
    text.set('profile', 'words')
    expect((await upload(id, text)).code).toBe('VALIDATION_FAILED')
    expect((await admin.visitor.post(`admin/colleges/upload/profile/${id}`, { profile: 'words' })).code).toBe(
      'VALIDATION_FAILED',
    )
  })
  test('a byte over the limit: 413; the limit itself is taken', async () => {
    const { id } = await create()
    const sized = (size: number) => {
      const content = new Uint8Array(size)
      content.set(image())
      return form(content, 'image/png')
    }
    const before = files()
    expect((await upload(id, sized(config.profileImageMaxBytes + 1))).code).toBe('PAYLOAD_TOO_LARGE')
    expect([files(), await profileOf(id)]).toEqual([before, null])
    expectData(await upload(id, sized(config.profileImageMaxBytes)))
  })
  test('for no college, and by who may not: nothing is left behind', async () => {
    const { id } = await create()
    const before = files()
    const data = () => form(image(), 'image/png')
    expect((await upload(NOBODY, data())).code).toBe('NOT_FOUND')
    expect((await upload('42', data())).code).toBe('VALIDATION_FAILED')
    expect((await upload(id, data(), pupil.visitor)).code).toBe('FORBIDDEN')
    expect((await upload(id, data(), new Visitor())).code).toBe('UNAUTHENTICATED')
    expect(files()).toEqual(before)
  })
  test('a form at any other route: 415', async () => {
    expect((await admin.visitor.post('colleges', form(image(), 'image/png'))).code).toBe('UNSUPPORTED_MEDIA_TYPE')
  })
})

describe.each(KINDS)('a %s that is refused', (kind) => {
  const type = TYPES[kind]
  const refused = async (content: Uint8Array<ArrayBuffer>): Promise<string> => {
    const { id } = await create()
    const before = files()
    const answer = await upload(id, form(content, type))
    expect([answer.status, answer.code, answer.body.errors[0].field]).toEqual([400, 'VALIDATION_FAILED', 'profile'])
    expect([files(), await profileOf(id)]).toEqual([before, null])
    return answer.body.message
  }
  test.each([
    [60_000, 60_000],
    [60_000, 1],
    [1, 60_000],
    [10_000, 10_000],
  ])('a small file that tells %i x %i pixels', async (width, height) => {
    expect(await refused(PICTURES[kind]({ width, height }))).toContain('million pixels')
  })
  test('one that breaks off', async () => {
    const whole = image(kind)
    expect(await refused(whole.slice(0, -1))).toContain('incomplete')
    // A JPEG may end within its scan, as if the rest of the picture were grey.
    const lastRefused = kind === 'jpg' ? Buffer.from(whole).indexOf('\xff\xda', 0, 'latin1') + 9 : whole.byteLength - 1
    for (let length = 0; length <= lastRefused; length++)
      expect(readImage(whole.subarray(0, length))).toHaveProperty('problem')
  })
  test('one turned over at any byte is read or refused, and never a fault', () => {
    const whole = image(kind)
    for (let at = 0; at < whole.byteLength; at++)
      for (const value of [0, 0x7f, 0xff]) {
        const turned = new Uint8Array(whole)
        turned[at] = value
        expect(() => readImage(turned)).not.toThrow()
      }
  })
})

test('a camera picture fits, and no size is none', () => {
  for (const kind of KINDS) {
    expect(readImage(PICTURES[kind]({ width: 8000, height: 6000 }))).toMatchObject({ kind })
    expect(readImage(PICTURES[kind]({ width: 16_384, height: 1 }))).toMatchObject({ kind })
    expect(readImage(PICTURES[kind]({ width: 16_385, height: 1 }))).toHaveProperty('problem')
  }
  expect(readImage(PICTURES.png({ width: 0 }))).toHaveProperty('problem')
})

test('filler behind an image is cut off', async () => {
  const content = image()
  const { id } = await create()
  const { url } = expectData(await upload(id, form(joined(content, new Uint8Array(5000)), 'image/png')))
  expect(new Uint8Array(await Bun.file(join(FOLDER, pathOf(url).slice('/uploads/'.length))).arrayBuffer())).toEqual(
    content,
  )
})

test.each([
  '../../quad.db',
  '..\\..\\secret',
  '/etc/passwd',
  'a\0.png',
  '.htaccess',
  `${'x'.repeat(300)}.png`,
  'shell.php',
])('the name %j reaches neither disk nor URL', async (name) => {
  const { id } = await create()
  const before = files()
  const { url } = expectData(await upload(id, form(image(), 'image/png', name)))
  expect(pathOf(url)).toMatch(/^\/uploads\/[0-9a-f]{64}\.png$/)
  expect(files().filter((each) => !before.includes(each))).toEqual([pathOf(url).slice('/uploads/'.length)])
})

describe('GET /uploads/:file', () => {
  test.each([
    '/uploads/',
    '/uploads/nothing.png',
    '/uploads/..%2fquad.db',
    '/uploads/%2e%2e/secret',
    '/uploads/....//secret',
    `/uploads/${'0'.repeat(64)}.png`,
    `/uploads/${'0'.repeat(64)}.svg`,
    `/uploads/${'0'.repeat(64)}.png%00`,
    '/uploads/%5c..%5csecret',
  ])('%s is 404', async (path) => {
    expect((await new Visitor().get(path)).status).toBe(404)
  })
  test('not even a file that lies in the folder, unless Quad named it', async () => {
    const name = 'planted.png'
    await Bun.write(join(FOLDER, name), image())
    expect((await new Visitor().get(`/uploads/${name}`)).status).toBe(404)
  })
})

test('nothing but those five kinds is an image, and only a URL of ours leads to one', () => {
  for (const kind of KINDS) expect(imageKind(image(kind))).toBe(kind)
  for (const start of [
    '',
    'BM',
    'II*\0',
    '%PDF',
    '\x89PNG\r\n\x1a',
    'GIF88a',
    'RIFF\0\0\0\0WAVE',
    '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
  ])
    expect(imageKind(bytes(start))).toBeUndefined()
  expect(imageKind(bytes('\0\0\0\x18ftypmif1\0\0\0\0mif1avif'))).toBe('avif')
  const name = `${'a'.repeat(64)}.png`
  expect([uploadNameOf(`/uploads/${name}`), uploadNameOf(`${config.publicUrl}/uploads/${name}`)]).toEqual([name, name])
  for (const url of [
    `https://other.example/uploads/${name}`,
    `/uploads/../${name}`,
    name,
    `${config.publicUrl}.evil/uploads/${name}`,
  ])
    expect(uploadNameOf(url)).toBeUndefined()
})

test('a form tells the type that the sender declared, whatever the file is called', async () => {
  const part = (name: string, headers: string, content: string) =>
    `--X\r\nContent-Disposition: form-data; name="${name}"${headers}\r\n\r\n${content}\r\n`
  const file = (name: string, type: string) => `; filename="${name}"\r\nContent-Type: ${type}`
  const fields = async (...parts: string[]) =>
    readFormFields(bytes(`${parts.join('')}--X--\r\n`), 'multipart/form-data; boundary=X')
  for (const [name, type] of [
    ['a.bin', 'image/jpeg'],
    ['a', 'image/gif'],
    ['a.png', 'text/html'],
    ['a.jpg', 'application/pdf'],
  ] as const) {
    const { profile, note } = await fields(
      part('note', '', 'Content-Type: image/png'),
      part('profile', file(name, type), 'abc'),
    )
    if (!(profile instanceof File)) throw new Error('no file')
    expect([profile.type.split(';')[0], await profile.text(), note]).toEqual([type, 'abc', 'Content-Type: image/png'])
  }
  const { profile } = await fields(part('profile', '; filename="a.png"', 'abc'))
  expect((profile as File).type).toBe('')
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../src/config'
import { readFormFields } from '../../src/http/form'
import { imageKind, uploadNameOf } from '../../src/services/uploads'
import { administrator, type Data, expectData, openQuad, type Person, student, Visitor } from '../support/kit'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const FOLDER = join(config.dataDir, 'uploads')

const bytes = (latin1: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(latin1, 'latin1'))
const PNG = '\x89PNG\r\n\x1a\n'
const IMAGES = {
  png: [PNG, 'image/png'],
  jpg: ['\xff\xd8\xff\xe0', 'image/jpeg'],
  gif: ['GIF89a', 'image/gif'],
  webp: ['RIFF\x04\x00\x00\x00WEBPVP8 ', 'image/webp'],
  avif: ['\x00\x00\x00\x1cftypavif\x00\x00\x00\x00mif1miaf', 'image/avif'],
} as const

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
const image = (start: string = PNG): Uint8Array<ArrayBuffer> => bytes(`${start}${++count}${crypto.randomUUID()}`)
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
  test.each(Object.entries(IMAGES))(
    'a %s is stored under its hash, shown on the college and served',
    async (extension, [start, type]) => {
      const { id } = await create()
      const content = image(start)
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
    const url = await stored((await create()).id, image(IMAGES.gif[0]))
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
    expect((await upload(id, sized(config.profileImageMaxBytes + 1))).code).toBe('PAYLOAD_TOO_LARGE')
    expect(await profileOf(id)).toBeNull()
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
    await Bun.write(join(FOLDER, name), IMAGES.png[0])
    expect((await new Visitor().get(`/uploads/${name}`)).status).toBe(404)
  })
})

test('nothing but those five kinds is an image, and only a URL of ours leads to one', () => {
  for (const [kind, [start]] of Object.entries(IMAGES))
    expect(imageKind(bytes(start))).toBe(kind as keyof typeof IMAGES)
  for (const start of [
    '',
    'BM',
    'II*\0',
    '%PDF',
    PNG.slice(0, 7),
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

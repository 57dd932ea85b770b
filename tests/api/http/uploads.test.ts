import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../../src/config'
import { readFormFields } from '../../../src/http/body'
import { reencodeImage } from '../../../src/lib/files/images'
import { uploadName } from '../../../src/lib/files/uploads'
import { backgroundIdle } from '../../../src/lib/process/background'
import { message } from '../../../src/messages/message'
import { bomb, bytes, declaring, joined, KINDS, picture, png, TALKATIVE, TYPES } from '../../support/images'
import {
  administrator,
  type Data,
  expectData,
  expectWithout,
  fails,
  MISSING_ID,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'

const FOLDER = join(config.dataDir, 'uploads')
const LOGO = { maxPixels: 50_000_000, quality: 90, sides: [[1024, 1024]] } as const

await useQuad()
const admin = await administrator()

let count = 0
const create = async (): Promise<Data> => {
  count++
  const college = { name: `College ${count}`, emailDomain: `college${count}.edu`, city: 'Rivertown', state: 'Iowa' }
  return (await admin.post('colleges', college)).college
}
const form = (content: Uint8Array<ArrayBuffer>, type: string, name = 'logo.png', field = 'profile'): FormData => {
  const data = new FormData()
  data.set(field, new File([content], name, { type }))
  return data
}
const upload = (id: string, data: FormData) => admin.visitor.post(`admin/colleges/upload/profile/${id}`, data)
const stored = async (id: string, content = png()): Promise<string> =>
  expectData(await upload(id, form(content, 'image/png'))).url
const readProfile = async (id: string): Promise<string | null> =>
  expectData(await new Visitor().get(`colleges/${id}`)).profile
/** Expects that the form is refused and nothing of it stored; returns why. */
async function refusedTo(data: FormData): Promise<string> {
  const { id } = await create()
  const before = files()
  const answer = await fails(upload(id, data), 'VALIDATION_FAILED', 'profile')
  expect([files(), await readProfile(id)]).toEqual([before, null])
  return answer.body.message
}
const pathOf = (url: string) => new URL(url).pathname
const files = () => (existsSync(FOLDER) ? readdirSync(FOLDER) : [])
const onDisk = (url: string) => Bun.file(join(FOLDER, pathOf(url).slice('/uploads/'.length))).bytes()
/** A picture that nothing shows is removed in the background. */
const served = async (url: string) => {
  await backgroundIdle()
  return (await new Visitor().get(pathOf(url))).status
}

describe('a picture', () => {
  test.each(KINDS.map((kind) => [kind, TYPES[kind]] as const))(
    'a %s is stored as WebP under its hash, shown on the college and served',
    async (extension, type) => {
      const { id } = await create()
      const { url } = expectData(await upload(id, form(await picture[extension](), type, `My Logo.${extension}`)))
      const content = await onDisk(url)
      const hash = new Bun.CryptoHasher('sha256').update(content).digest('hex')
      expect(url).toBe(`${config.publicUrl}/uploads/${hash}.webp`)
      expect(await readProfile(id)).toBe(url)
      const { status, headers } = await new Visitor().get(pathOf(url))
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('image/webp')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", 'sandbox'])
        expect(policy).toContain(part)
      expect(headers.get('content-disposition')).toBe(`inline; filename="${hash}.webp"`)
      expect(await new Bun.Image(content).metadata()).toEqual({ width: 8, height: 8, format: 'webp' })
    },
  )
  test('a large one, as a camera makes it, is made small, in its proportions; what it is decides, not what it is called', async () => {
    const url = await stored((await create()).id, png(8000, 6000))
    expect(await new Bun.Image(await onDisk(url)).metadata()).toMatchObject({ width: 1024, height: 768 })
    const content = await picture.gif()
    expect(await stored((await create()).id, content)).toBe(await stored((await create()).id, content))
  })
  test('one of an earlier release is served as what it is', async () => {
    const name = `${'a'.repeat(64)}.avif`
    await Bun.write(join(FOLDER, name), 'avif')
    expect((await new Visitor().get(`/uploads/${name}`)).headers.get('content-type')).toBe('image/avif')
  })
  test('the college may be sent its own picture again, as URL or as path', async () => {
    const { id } = await create()
    const url = await stored(id)
    for (const profile of [url, pathOf(url)]) {
      await admin.patch(`colleges/${id}`, { profile })
      expect(await readProfile(id)).toBe(url)
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
    await admin.patch(`colleges/${id}`, { profile: null })
    expect(await served(second)).toBe(404)
    const third = await stored(id)
    await admin.delete(`colleges/${id}`)
    expect(await served(third)).toBe(404)
  })
  test('stays while another college shows it', async () => {
    const [one, two] = [await create(), await create()]
    const content = png()
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
      const content = png()
      const url = await stored(one.id, content)
      await Promise.all([stored(one.id), stored(two.id, content)])
      expect(await served(url)).toBe(200)
    }
  })
})

describe('refused', () => {
  const html = bytes('<!doctype html><script>alert(1)</script>')
  const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const avif = bytes('\0\0\0\x18ftypavif\0\0\0\0mif1miaf')
  test.each<[string, FormData]>([
    ['an SVG that calls itself PNG', form(svg, 'image/png')],
    ['HTML that calls itself PNG', form(html, 'image/png')],
    ['an AVIF', form(avif, 'image/avif', 'logo.avif')],
    ['a document', form(bytes('%PDF'), 'image/png')],
    ['an image that calls itself text', form(png(), 'text/plain', 'notes.txt')],
    ['an empty file', form(bytes(''), 'image/png')],
    ['HTML before a PNG', form(joined(html, png()), 'image/png')],
    ['a signature without an image', form(bytes('\x89PNG\r\n\x1a\n and words'), 'image/png')],
    ['a bomb in the colour profile', form(bomb('iCCP'), 'image/png')],
    ['a bomb in a text', form(bomb('zTXt'), 'image/png')],
    ['another field', form(png(), 'image/png', 'logo.png', 'picture')],
    ['no field', new FormData()],
  ])('%s: 400 on profile, nothing stored', async (_, data) => void (await refusedTo(data)))
  test('a text in the field, and JSON', async () => {
    const { id } = await create()
    const text = new FormData()
    text.set('profile', 'words')
    await fails(upload(id, text), 'VALIDATION_FAILED')
    await fails(admin.post(`admin/colleges/upload/profile/${id}`, { profile: 'words' }), 'VALIDATION_FAILED')
  })
  test('a byte over the limit: 413; the limit itself is taken; for no college nothing is left behind', async () => {
    const { id } = await create()
    const sized = (size: number) => {
      const content = new Uint8Array(size)
      content.set(png())
      return form(content, 'image/png')
    }
    const before = files()
    await fails(upload(id, sized(config.profileImageMaxBytes + 1)), 'PAYLOAD_TOO_LARGE')
    expect([files(), await readProfile(id)]).toEqual([before, null])
    expectData(await upload(id, sized(config.profileImageMaxBytes)))
    const left = files()
    const data = () => form(png(), 'image/png')
    await fails(upload(MISSING_ID, data()), 'NOT_FOUND')
    await fails(upload('42', data()), 'VALIDATION_FAILED')
    expect(files()).toEqual(left)
  })
})

describe.each(KINDS)('a %s that is refused', (kind) => {
  const type = TYPES[kind]
  const refused = (content: Uint8Array<ArrayBuffer>) => refusedTo(form(content, type))
  test.each([
    [16_000, 16_000],
    [10_000, 10_000],
  ])('a small file that tells %i x %i pixels', async (width, height) => {
    expect(await refused(await declaring(kind, width, height))).toContain('million pixels')
  })
  test('one of 20,000 x 20,000 pixels', async () => {
    const result = await reencodeImage(await declaring(kind, 20_000, 20_000), LOGO)
    // The 14 bits that WebP has for a side cannot say as much.
    expect(result).toEqual({
      problem: kind === 'webp' ? 'uploads.damaged' : message('uploads.tooManyPixels', { megapixels: 50 }),
    })
  })
  test('one that breaks off in its header; further on it is shown as far as it goes, and never a fault', async () => {
    const whole = await picture[kind]()
    await refused(whole.slice(0, 12))
    await times(whole.byteLength, (length) => reencodeImage(whole.slice(0, length), LOGO))
  })
  test('one turned over at any byte is read or refused, and never a fault', async () => {
    const whole = await picture[kind]()
    for (let at = 0; at < whole.byteLength; at++)
      for (const value of [0, 0x7f, 0xff]) {
        const turned = new Uint8Array(whole)
        turned[at] = value
        await reencodeImage(turned, LOGO)
      }
  })
})

test.each(['jpg', 'png'] as const)('a %s with EXIF, place, profile and comments comes out without', async (kind) => {
  const secret = 'Asha, Room 12'
  const content = await TALKATIVE[kind](secret)
  expect(Buffer.from(content).includes(secret)).toBe(true)
  const { id } = await create()
  const { url } = expectData(await upload(id, form(content, TYPES[kind])))
  const file = await onDisk(url)
  const parts = Buffer.from(file).toString('latin1')
  expectWithout(parts, secret, 'Exif', 'EXIF', 'XMP', 'ICCP', 'GPS', 'acsp')
  expect(await new Bun.Image(file).metadata()).toEqual({ width: 8, height: 8, format: 'webp' })
})

const NAMES = [
  '../../quad.db',
  '..\\..\\secret',
  '/etc/passwd',
  'a\0.png',
  '.htaccess',
  `${'x'.repeat(300)}.png`,
  'shell.php',
]
test.each(NAMES)('the name %j reaches neither disk nor URL', async (name) => {
  const { id } = await create()
  const before = files()
  const { url } = expectData(await upload(id, form(png(), 'image/png', name)))
  expect(pathOf(url)).toMatch(/^\/uploads\/[0-9a-f]{64}\.webp$/)
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
    await fails(new Visitor().get(path), 404)
  })
  test('not even a file that lies in the folder, unless Quad named it', async () => {
    const name = 'planted.png'
    await Bun.write(join(FOLDER, name), png())
    await fails(new Visitor().get(`/uploads/${name}`), 404)
  })
})

test('only a URL of ours leads to an upload', () => {
  const name = `${'a'.repeat(64)}.png`
  expect([uploadName(`/uploads/${name}`), uploadName(`${config.publicUrl}/uploads/${name}`)]).toEqual([name, name])
  for (const url of [
    `https://other.example/uploads/${name}`,
    `/uploads/../${name}`,
    name,
    `${config.publicUrl}.evil/uploads/${name}`,
  ])
    expect(uploadName(url)).toBeUndefined()
})

test('a form tells the type that the sender declared, whatever the file is called', () => {
  const part = (name: string, headers: string, content: string) =>
    `--X\r\nContent-Disposition: form-data; name="${name}"${headers}\r\n\r\n${content}\r\n`
  const file = (name: string, type: string) => `; filename="${name}"\r\nContent-Type: ${type}`
  const fields = (...parts: string[]) =>
    readFormFields(Buffer.from(`${parts.join('')}--X--\r\n`), 'multipart/form-data; boundary=X')
  for (const [name, type] of [
    ['a.bin', 'image/jpeg'],
    ['a', 'image/gif'],
    ['a.png', 'text/html'],
    ['a.jpg', 'application/pdf'],
  ] as const) {
    const { profile, note } = fields(
      part('note', '', 'Content-Type: image/png'),
      part('profile', file(name, type), 'abc'),
    )
    expect([profile, note]).toEqual([{ type, bytes: Buffer.from('abc') }, 'Content-Type: image/png'])
  }
  const { profile } = fields(part('profile', '; filename="a.png"', ''))
  expect(profile).toEqual({ type: '', bytes: Buffer.from('') })
})

test('a form is read in one pass: delimiters within headers, many parts and long headers are refused', () => {
  const head = '--X\r\nContent-Disposition: form-data; name="f"'
  const read = (text: string, type = 'multipart/form-data; boundary=X') => readFormFields(Buffer.from(text), type)
  const nested = `${head}\r\nA: b${'\r\n--Xa: b'.repeat(100)}\r\n\r\nv\r\n--X--\r\n`
  expect(read(nested)).toEqual({ f: 'v' })
  // In quadratic time these would hold the server for half an hour.
  for (const text of [
    `${head}\r\nA: b${'\r\n--Xa: b'.repeat(500_000)}\r\n\r\nv\r\n--X--\r\n`,
    `${`${head}\r\n\r\nv\r\n`.repeat(80_000)}--X--\r\n`,
  ])
    expect(() => read(text)).toThrow()
  const two = `${head}\r\n\r\nv\r\n--X--\r\n`
  for (const type of ['multipart/form-data', `multipart/form-data; boundary=${'X'.repeat(71)}`])
    expect(() => read(two, type)).toThrow()
  expect(read(two, 'multipart/form-data; boundary="X"; boundary=Y')).toEqual({ f: 'v' })
})

/**
 * Draws the icons of the installed app from `public/favicon.svg`, once and for whenever that changes:
 * `bun public/icons/draw.ts`, with Chromium (set CHROMIUM to where it is). The pictures are kept with the sources, so
 * that neither a build nor a server needs a browser.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { chromium } from 'playwright-core'

const mark = readFileSync(join(import.meta.dir, '../favicon.svg'), 'utf8')
const [, ground] = /<rect[^>]*fill="([^"]+)"/.exec(mark)!

/** Systems cut these to a shape of their own: the ground goes to the edge, what is drawn stays in the middle. */
const bled = (scale: number): string =>
  mark
    .replace(
      /<rect[^>]*>/,
      `<rect width="32" height="32" fill="${ground}"/><g transform="translate(16 16) scale(${scale}) translate(-16 -16)">`,
    )
    .replace('</svg>', '</g></svg>')

/** Of a maskable icon the inner circle of 80 % is always seen (Web Application Manifest, "Icon masks"). */
const ICONS = [
  { file: 'icon-192.png', size: 192, drawing: mark },
  { file: 'icon-512.png', size: 512, drawing: mark },
  { file: 'maskable-512.png', size: 512, drawing: bled(0.7) },
  { file: 'apple-touch-180.png', size: 180, drawing: bled(0.85) },
]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage()
for (const { file, size, drawing } of ICONS) {
  const png = encode(size, await pixelsOf(drawing, size))
  writeFileSync(join(import.meta.dir, file), png)
  process.stdout.write(`${file} ${png.length} bytes\n`)
}
await browser.close()

/** Red, green, blue and opacity, row by row. */
function pixelsOf(drawing: string, size: number): Promise<number[]> {
  return page.evaluate(
    async ({ drawing, size }) => {
      const picture = new Image(size, size)
      picture.src = `data:image/svg+xml,${encodeURIComponent(drawing.replace('<svg ', `<svg width="${size}" height="${size}" `))}`
      await picture.decode()
      const pen = Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext('2d')!
      pen.drawImage(picture, 0, 0, size, size)
      return [...pen.getImageData(0, 0, size, size).data]
    },
    { drawing, size },
  )
}

/**
 * A PNG of a palette, a third as large as one of four channels. The drawing has two colours and what lies between them
 * at its edges: sixteen steps of each channel are enough for those.
 */
function encode(size: number, pixels: number[]): Uint8Array {
  const palette = new Map<string, number>()
  const rows = Buffer.alloc(size * (size + 1))
  for (let at = 0; at < size * size; at++) {
    const color = pixels.slice(at * 4, at * 4 + 4).map((channel) => Math.round(channel / 15) * 15)
    const key = (color[3] === 0 ? [0, 0, 0, 0] : color).join()
    if (!palette.has(key)) palette.set(key, palette.size)
    rows[at + Math.floor(at / size) + 1] = palette.get(key)!
  }
  if (palette.size > 256) throw new Error(`${palette.size} colours do not fit a palette`)
  const colors = [...palette.keys()].map((key) => key.split(',').map(Number))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', [...uint32(size), ...uint32(size), 8, 3, 0, 0, 0]),
    chunk(
      'PLTE',
      colors.flatMap((color) => color.slice(0, 3)),
    ),
    chunk(
      'tRNS',
      colors.map((color) => color[3]!),
    ),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', []),
  ])
}

function chunk(name: string, bytes: ArrayLike<number>): Buffer {
  const body = Buffer.concat([Buffer.from(name), Buffer.from(bytes as Uint8Array)])
  return Buffer.concat([uint32(bytes.length), body, uint32(crc32(body))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

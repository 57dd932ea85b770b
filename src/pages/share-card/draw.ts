// The thread that draws share cards: a card takes a tenth of a second, for which no request waits on the event loop.

import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { LRUCache } from 'lru-cache'
import { type Packaged, packaged } from '../../packaged'
import { type Card, cardSvg } from './layout'

export type Drawn = { png: Uint8Array } | { failure: string }

const bytesOf = (name: Packaged): Uint8Array => new Uint8Array(readFileSync(packaged(name)))

const ready = initWasm(bytesOf('card-renderer.wasm'))
const font = bytesOf('card-font.ttf')
const options = { font: { fontBuffers: [font], defaultFontFamily: 'Mukta' } }

/** Enough for the words of a few titles. */
const widths = new LRUCache<string, number>({ max: 2000, memoMethod: widthOf })
const measure = (text: string): number => widths.memo(text)

/** In em. A text without ink, such as a lone mark, has no box. */
function widthOf(text: string): number {
  const svg = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text font-family="Mukta" font-weight="700" font-size="100">${Bun.escapeHTML(text)}</text></svg>`,
    options,
  )
  const box = svg.getBBox()
  svg.free()
  return box === undefined ? 0 : (box.x + box.width) / 100
}

async function draw(card: Card): Promise<Uint8Array> {
  await ready
  const svg = new Resvg(cardSvg(card, measure), options)
  const picture = svg.render()
  const png = picture.asPng()
  picture.free()
  svg.free()
  return png
}

parentPort?.on('message', async (card: Card) => {
  const drawn: Drawn = await draw(card).then(
    (png) => ({ png }),
    (error) => ({ failure: String(error) }),
  )
  parentPort?.postMessage(drawn)
})

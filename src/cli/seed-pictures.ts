import { readFileSync } from 'node:fs'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Drawn } from '../../db/seed/context'
import talk from '../../db/seed/talk.json'
import { encodePicture } from '../forum/pictures/upload'
import { stagePicture } from '../lib/files/pictures'
import { packaged } from '../packaged'

const WIDTH = 960

/** The drawings of the seed as pictures of posts; `place` once they are in the database, `discard` in any case. */
export async function drawPictures() {
  await initWasm(readFileSync(packaged('card-renderer.wasm')))
  const staged: Awaited<ReturnType<typeof stagePicture>>[] = []
  const pictures: Record<string, Drawn> = {}
  for (const [scene, svg] of Object.entries(talk.scenes)) {
    const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: WIDTH } })
    const encoded = await encodePicture(new Uint8Array(drawing.render().asPng()))
    drawing.free()
    if ('problem' in encoded) throw new Error(`The drawing "${scene}" is no picture`)
    const files = await stagePicture(encoded.renditions)
    staged.push(files)
    pictures[scene] = { ...encoded.picture, file: files.file }
  }
  const each = (act: 'place' | 'discard') => () => {
    for (const files of staged) files[act]()
  }
  return { pictures, place: each('place'), discard: each('discard') }
}

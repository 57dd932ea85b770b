import { campusName, readCampusLook } from '../../core/colleges/directory'
import { refuse } from '../../errors'
import { Cache } from '../../lib/cache'
import { animalIn, groundHue } from '../../lib/faces'
import type { Card } from '../../lib/share-card/layout'
import { drawCard } from '../../lib/share-card/renderer'
import { type Asset, assets } from './assets'
import { glyphIn } from './faces'
import { publicPost } from './post-page'

/** Cards by what they show, so that a changed title has another one. */
const cards = new Cache<string, Asset>('share cards', 200, { most: 16_000_000, takenBy: ({ body }) => body.length })
const underWay = new Map<string, Promise<Asset>>()

/** The picture that messengers show of a post. 404 unless strangers may read it, asked each time. */
export async function shareCard(file: string): Promise<Asset> {
  const { row: post } = await publicPost(file.replace(/\.png$/, ''))
  if (post === undefined) return refuse('NOT_FOUND')
  const name = post.username ?? '?'
  const card: Card = {
    title: post.title,
    topic: post.topic,
    campus: await campusName(),
    name: post.username ?? '',
    glyph: glyphIn(faces(), animalIn(name)),
    ground: groundHue(name),
    hue: (await readCampusLook()).accentHue,
  }
  const key = Bun.hash(JSON.stringify(card)).toString(36)
  return cards.get(key, () => drawOnce(key, card))
}

function faces(): string {
  for (const [path, { body }] of assets()) if (path.startsWith('assets/faces-')) return new TextDecoder().decode(body)
  return ''
}

/** Of several requests for one card, one draws it. */
function drawOnce(key: string, card: Card): Promise<Asset> {
  const begun = underWay.get(key)
  if (begun) return begun
  const drawn = drawCard(card)
    .then((png): Asset => {
      const body = new Uint8Array(png)
      return { body, encoded: () => undefined, type: 'image/png', etag: `W/"${key}"`, hashed: false }
    })
    .finally(() => underWay.delete(key))
  underWay.set(key, drawn)
  return drawn
}

import { storage } from '../../db/storage'
import { campusName, readCampusLook } from '../campus/colleges/directory'
import { config } from '../config'
import { refuse } from '../errors'
import { postRowById } from '../forum/posts/cache'
import { toAuthor } from '../forum/posts/fields'
import { type PostAccess, postAccess } from '../forum/posts/visibility'
import { strangersRead } from '../ground/settings/settings'
import { Cache } from '../lib/process/cache'
import { inMinutes } from '../lib/text/coarse-time'
import { animalIn, groundHue } from '../lib/text/faces'
import { hideSpoilers } from '../lib/text/spoilers'
import { type Asset, assets } from './assets'
import { glyphIn } from './faces'
import { type PublicPost, plainPost } from './plain'
import { type Card, HEIGHT, WIDTH } from './share-card/layout'
import { drawCard } from './share-card/renderer'
import type { Additions } from './shell'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Search engines and messengers show no more. */
const DESCRIPTION_LENGTH = 200

/** The post if an anonymous viewer may read it, and whether that viewer may. */
function publicPost(id: string): { reading: PostAccess; row?: PublicPost } {
  // Of any id: whether there is such a post is for members, too.
  if (!strangersRead()) return { reading: 'session_needed' }
  const row = UUID.test(id) ? postRowById(storage.reader, id) : undefined
  if (row === undefined) return { reading: 'missing' }
  const reading = postAccess(row, null)
  if (reading !== 'readable') return { reading }
  return { reading, row: { ...row, username: toAuthor(row.authorId, null)?.username ?? null } }
}

/** What a post adds to its page for an anonymous viewer, and whether that viewer may read it. */
export function postPage(id: string): { reading: PostAccess; additions: Additions } {
  const { reading, row } = publicPost(id)
  if (row === undefined) return { reading, additions: {} }
  return { reading, additions: postAdditions({ ...row, ...inMinutes(row) }, campusName()) }
}

function postAdditions(post: PublicPost, campus: string): Additions {
  const url = `${config.publicUrl}/post/${post.id}`
  const description = shortened(hideSpoilers(post.content).replace(/\s+/g, ' ').trim())
  const properties = {
    'og:type': 'article',
    'og:site_name': campus,
    'og:title': post.title,
    'og:description': description,
    'og:url': url,
    'og:image': `${config.publicUrl}/cards/${post.id}.png`,
    'og:image:type': 'image/png',
    'og:image:width': String(WIDTH),
    'og:image:height': String(HEIGHT),
    'og:image:alt': post.title,
    'article:published_time': post.createdAt,
    'article:section': post.topic,
  }
  const tags = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${Bun.escapeHTML(content)}">`,
  )
  return {
    title: `${post.title} · ${campus}`,
    description,
    head: `${tags.join('')}<meta name="twitter:card" content="summary_large_image"><link rel="canonical" href="${Bun.escapeHTML(url)}">`,
    plain: plainPost(post, campus),
  }
}

function shortened(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text
  const cut = text.slice(0, DESCRIPTION_LENGTH)
  // At the end of a word if possible, and never inside a surrogate pair.
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_LENGTH / 2)).replace(/[\ud800-\udbff]$/, '')} …`
}

/** Cards by what they show, so that a changed title has another one. */
const cards = new Cache<string, Asset>('share cards', 200, { most: 16_000_000, takenBy: ({ body }) => body.length })
const underWay = new Map<string, Promise<Asset>>()

/** The picture that messengers show of a post. 404 unless strangers may read it, asked each time. */
export async function shareCard(file: string): Promise<Asset> {
  const { row: post } = publicPost(file.replace(/\.png$/, ''))
  if (post === undefined) return refuse('NOT_FOUND')
  const name = post.username ?? '?'
  const card: Card = {
    title: post.title,
    topic: post.topic,
    campus: campusName(),
    name: post.username ?? '',
    glyph: glyphIn(faces(), animalIn(name)),
    ground: groundHue(name),
    hue: readCampusLook().accentHue,
  }
  const key = Bun.hash(JSON.stringify(card)).toString(36)
  return cards.peek(key) ?? drawOnce(key, card)
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
      const asset = { body, encoded: () => undefined, type: 'image/png', etag: `W/"${key}"`, hashed: false }
      return cards.get(key, () => asset)
    })
    .finally(() => underWay.delete(key))
  underWay.set(key, drawn)
  return drawn
}

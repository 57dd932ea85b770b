import { campusName } from '../campus/colleges/directory'
import { PAGE_PATHS, PLACE_PAGES, type PlacePage, readPlacePage } from '../campus/instance/service'
import type { PostRow } from '../forum/posts/cache'
import type { PostRecord } from '../forum/posts/record'
import { type Block, parseMarkdown } from '../lib/text/markdown/blocks'
import type { Inline } from '../lib/text/markdown/inlines'
import { resolveMessage } from '../messages/message'
import type { Language } from '../messages/template'
import type { Additions } from './shell'

/** Pages for browsers without JavaScript: what a stranger may read, in the look of the others. */

const { escapeHTML } = Bun

const JOIN_IN = 'Turn on JavaScript to vote, comment and see more.'

const PLACE_LINKS = PLACE_PAGES.map(
  (page) => `<a class="link" href="${PAGE_PATHS[page]}">${resolveMessage(`pages.${page}Title`, 'en')}</a>`,
).join('')

/** Markup of escaped parts, beneath the name of the campus. */
const plainPage = (campus: string, content: string): string =>
  `<div class="plain"><a href="/" class="plain-home">${escapeHTML(campus)}</a>${content}<p>${JOIN_IN}</p><p class="plain-links">${PLACE_LINKS}</p></div>`

type By = Pick<PostRow, 'topic' | 'createdAt'> & { username: string | null; isOfficial: boolean }

const byline = ({ username, isOfficial, topic, createdAt }: By): string => {
  const words = [username ?? (isOfficial ? 'Moderators' : 'deleted account'), topic]
    .map((text) => escapeHTML(text))
    .join(' · ')
  return `<p class="plain-by">${words} · <time datetime="${createdAt}">${createdAt.slice(0, 10)}</time></p>`
}

export type PublicPost = PostRow & { username: string | null }

export function plainPost({ title, content, isOfficial, ...by }: PublicPost, campus: string): string {
  const byAuthor = byline({ ...by, isOfficial: isOfficial === 1 })
  return plainPage(
    campus,
    `<article><h1 dir="auto">${escapeHTML(title)}</h1>${byAuthor}${plainMarkdown(content)}</article>`,
  )
}

type Listed = Pick<PostRecord, 'id' | 'title' | 'topic' | 'createdAt' | 'postedBy' | 'official'>

/** The newest posts, from the response that a stranger gets. */
export function plainFeed(response: string, campus: string): string {
  const { data } = JSON.parse(response) as { data: { posts: Listed[] } }
  const items = data.posts.map(
    ({ id, title, topic, createdAt, postedBy, official }) =>
      `<li><h2 dir="auto"><a href="/post/${id}">${escapeHTML(title)}</a></h2>${byline({ topic, createdAt, username: postedBy?.username ?? null, isOfficial: official === true })}</li>`,
  )
  return plainPage(campus, `<h1>${escapeHTML(campus)}</h1><ul>${items.join('')}</ul>`)
}

/** What a page of the place adds to its document, for browsers without JavaScript and for search engines. */
export function placePageAdditions(page: PlacePage, language: Language): Additions {
  const [{ content }, campus] = [readPlacePage(page, language), campusName()]
  const title = resolveMessage(`pages.${page}Title`, language)
  return {
    title: `${title} · ${campus}`,
    plain: plainPage(campus, `<article><h1>${escapeHTML(title)}</h1>${plainMarkdown(content)}</article>`),
  }
}

/** Markup of a Markdown text for browsers without JavaScript: the tree has no HTML, and its words are escaped here. */
export const plainMarkdown = (text: string): string => parseMarkdown(text).map(block).join('')

function block(of: Block): string {
  switch (of.kind) {
    case 'paragraph':
      // Not a <p>, which ends where a spoiler begins.
      return `<div dir="auto">${inlines(of.children)}</div>`
    case 'code':
      return `<pre tabindex="0"><code>${escapeHTML(of.text)}</code></pre>`
    case 'quote':
      return `<blockquote>${of.children.map(block).join('')}</blockquote>`
    case 'list': {
      const items = of.items.map((item) => `<li>${item.map(block).join('')}</li>`).join('')
      return of.start === undefined
        ? `<ul dir="auto">${items}</ul>`
        : `<ol dir="auto" start="${of.start}">${items}</ol>`
    }
    case 'table': {
      const row = (cells: Inline[][], tag: 'th' | 'td') =>
        `<tr>${cells.map((cell) => `<${tag}>${inlines(cell)}</${tag}>`).join('')}</tr>`
      const rows = of.rows.map((cells) => row(cells, 'td')).join('')
      return `<div class="plain-table" tabindex="0"><table dir="auto">${row(of.head, 'th')}${rows}</table></div>`
    }
  }
}

const inlines = (of: readonly Inline[]): string => of.map(inline).join('')

const TAGS = { strong: 'strong', emphasis: 'em', strike: 's' } as const

function inline(of: Inline): string {
  switch (of.kind) {
    case 'text':
      return escapeHTML(of.text)
    case 'code':
      return `<code>${escapeHTML(of.text)}</code>`
    case 'strong':
    case 'emphasis':
    case 'strike':
      return `<${TAGS[of.kind]}>${inlines(of.children)}</${TAGS[of.kind]}>`
    case 'spoiler':
      return `<details><summary>Spoiler</summary>${inlines(of.children)}</details>`
    case 'mention':
      return `@${escapeHTML(of.name)}`
    case 'link':
      return `<a class="link" href="${escapeHTML(of.href)}" rel="nofollow noopener ugc">${inlines(of.children)}</a>`
    case 'break':
      return '<br>'
  }
}

import { PAGE_PATHS, PLACE_PAGES } from '../../core/instance/pages'
import { resolveMessage } from '../../messages/message'
import { plainMarkdown } from './plain-markdown'

/** Pages for browsers without JavaScript: what a stranger may read, in the look of the others. */

const JOIN_IN = 'Turn on JavaScript to vote, comment and see more.'

const PLACE_LINKS = PLACE_PAGES.map(
  (page) => `<a class="link" href="${PAGE_PATHS[page]}">${resolveMessage(`pages.${page}Title`, 'en')}</a>`,
).join('')

/** Markup of escaped parts, beneath the name of the campus. */
export const plainPage = (campus: string, content: string): string =>
  `<div class="plain"><a href="/" class="plain-home">${Bun.escapeHTML(campus)}</a>${content}<p>${JOIN_IN}</p><p class="plain-links">${PLACE_LINKS}</p></div>`

type Post = {
  title: string
  content: string
  topic: string
  createdAt: string
  username: string | null
  isOfficial: boolean
}

const byline = ({ username, isOfficial, topic, createdAt }: Omit<Post, 'title' | 'content'>): string => {
  const words = [username ?? (isOfficial ? 'Moderators' : 'deleted account'), topic]
    .map((text) => Bun.escapeHTML(text))
    .join(' · ')
  return `<p class="plain-by">${words} · <time datetime="${createdAt}">${createdAt.slice(0, 10)}</time></p>`
}

export function plainPost({ title, content, ...by }: Post, campus: string): string {
  return plainPage(
    campus,
    `<article><h1 dir="auto">${Bun.escapeHTML(title)}</h1>${byline(by)}${plainMarkdown(content)}</article>`,
  )
}

type Listed = {
  id: string
  title: string
  topic: string
  createdAt: string
  postedBy: { username: string } | null
  official?: true
}

/** The newest posts, from the response that a stranger gets. */
export function plainFeed(response: string, campus: string): string {
  const { data } = JSON.parse(response) as { data: { posts: Listed[] } }
  const items = data.posts.map(
    ({ id, title, topic, createdAt, postedBy, official }) =>
      `<li><h2 dir="auto"><a href="/post/${id}">${Bun.escapeHTML(title)}</a></h2>${byline({ topic, createdAt, username: postedBy?.username ?? null, isOfficial: official === true })}</li>`,
  )
  return plainPage(campus, `<h1>${Bun.escapeHTML(campus)}</h1><ul>${items.join('')}</ul>`)
}

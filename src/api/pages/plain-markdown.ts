import { type Block, parseMarkdown } from '../../lib/markdown/blocks'
import type { Inline } from '../../lib/markdown/inlines'

/** Markup of a Markdown text for browsers without JavaScript: the tree has no HTML, and its words are escaped here. */
export const plainMarkdown = (text: string): string => parseMarkdown(text).map(block).join('')

const { escapeHTML } = Bun

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

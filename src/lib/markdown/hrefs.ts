import { type Block, parseMarkdown } from './blocks'
import type { Inline } from './inlines'

/** Where the links of a Markdown text lead, each as often as readers can press it. */
export const hrefsIn = (text: string): string[] => parseMarkdown(text).flatMap(ofBlock)

function ofBlock(of: Block): string[] {
  switch (of.kind) {
    case 'paragraph':
      return of.children.flatMap(ofInline)
    case 'code':
      return []
    case 'quote':
      return of.children.flatMap(ofBlock)
    case 'list':
      return of.items.flat().flatMap(ofBlock)
    case 'table':
      return [...of.head, ...of.rows.flat()].flat().flatMap(ofInline)
  }
}

function ofInline(of: Inline): string[] {
  if (of.kind === 'link') return [of.href]
  return 'children' in of ? of.children.flatMap(ofInline) : []
}

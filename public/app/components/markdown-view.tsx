import { Fragment, type VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { type Block, type Inline, parseMarkdown } from '../lib/markdown'

/** Renders the Markdown that people can write here; each block has the direction of its own script. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => renderMarkdown(text), [text])
  return <div class="flex flex-col gap-3 leading-relaxed">{blocks}</div>
}

/** Separate from the component, so that tests need no page. */
export const renderMarkdown = (text: string): VNode[] => parseMarkdown(text).map(block)

function block(of: Block, key: number): VNode {
  switch (of.kind) {
    case 'paragraph':
      return (
        <p key={key} dir="auto">
          {of.children.map(inline)}
        </p>
      )
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls sideways
        <pre key={key} class="bg-base-200 rounded-field overflow-x-auto p-3 text-sm" tabIndex={0}>
          <code>{of.text}</code>
        </pre>
      )
    case 'quote':
      return (
        <blockquote key={key} class="border-base-300 text-base-content/80 flex flex-col gap-3 border-s-4 ps-4">
          {of.children.map(block)}
        </blockquote>
      )
    case 'list': {
      const items = of.items.map((item, index) => <li key={index}>{item.map(tight)}</li>)
      return of.start === undefined ? (
        <ul key={key} dir="auto" class="list-disc ps-6">
          {items}
        </ul>
      ) : (
        <ol key={key} dir="auto" class="list-decimal ps-6" start={of.start}>
          {items}
        </ol>
      )
    }
  }
}

/** A paragraph in a list has no margin. */
const tight = (of: Block, key: number): VNode =>
  of.kind === 'paragraph' ? <Fragment key={key}>{of.children.map(inline)}</Fragment> : block(of, key)

function inline(of: Inline, key: number): VNode {
  switch (of.kind) {
    case 'text':
      return <Fragment key={key}>{of.text}</Fragment>
    case 'code':
      return (
        <code key={key} class="bg-base-200 rounded px-1 text-sm">
          {of.text}
        </code>
      )
    case 'strong':
      return <strong key={key}>{of.children.map(inline)}</strong>
    case 'emphasis':
      return <em key={key}>{of.children.map(inline)}</em>
    case 'link':
      return (
        <a key={key} class="link" href={of.href} rel="nofollow noopener ugc" target="_blank">
          {of.children.map(inline)}
        </a>
      )
    case 'break':
      return <br key={key} />
  }
}

import { type ReadonlySignal, signal, useSignal } from '@preact/signals'
import { type ComponentChildren, createContext, Fragment, type VNode } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { type Block, parseMarkdown } from '../../../src/lib/text/markdown/blocks'
import type { Inline } from '../../../src/lib/text/markdown/inlines'
import { markdownText } from '../texts/markdown'

/** The ids of those who take part, by their Quad names in lower case: only they are linked where they are mentioned. */
export const Participants = createContext<ReadonlySignal<ReadonlyMap<string, string>>>(signal(new Map()))

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
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls sideways
        <div key={key} class="overflow-x-auto" tabIndex={0}>
          <table
            dir="auto"
            class="border-collapse text-sm wrap-normal [&_:is(td,th)]:border-base-300 [&_:is(td,th)]:border [&_:is(td,th)]:px-2.5 [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:text-start"
          >
            <thead>
              <tr>
                {of.head.map((cell, at) => (
                  <th key={at}>{cell.map(inline)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {of.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column}>{cell.map(inline)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
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
    case 'strike':
      return <s key={key}>{of.children.map(inline)}</s>
    case 'spoiler':
      return <Spoiler key={key}>{of.children.map(inline)}</Spoiler>
    case 'mention':
      return <Mention key={key} name={of.name} />
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

/** Until it is opened, its words are not in the page. */
function Spoiler({ children }: { children: ComponentChildren }) {
  const isOpen = useSignal(false)
  return (
    <span class="bg-base-200 rounded">
      <button
        type="button"
        class="-my-2.5 min-h-11 min-w-11 cursor-pointer px-1.5 text-sm underline decoration-dotted"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {markdownText.markdown.spoiler}
      </button>
      {isOpen.value && <span class="pe-1.5">{children}</span>}
    </span>
  )
}

/** A name that nobody here has stays text. */
function Mention({ name }: { name: string }) {
  const id = useContext(Participants).value.get(name.toLowerCase())
  if (id === undefined) return <>@{name}</>
  return (
    <a class="link font-medium" href={`/u/${id}`}>
      @{name}
    </a>
  )
}

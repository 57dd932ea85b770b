import { Fragment } from 'preact'
import { markdownText } from '../texts/markdown'

const SAMPLES = {
  bold: '**bold**',
  italic: '*italic*',
  struck: '~~gone~~',
  spoilers: '||ending||',
  code: '`code`',
  quote: '> words',
  list: '- one',
  link: '[words](https://…)',
  mention: '@quiet-otter-4821',
  table: '| a | b |\n| - | - |\n| 1 | 2 |',
}

const KINDS = Object.keys(SAMPLES) as (keyof typeof SAMPLES)[]

/** What can be typed, for those who ask. */
export function MarkdownHelp() {
  const { help, typed } = markdownText.markdown
  return (
    <details class="max-h-[40dvh] overflow-y-auto text-sm open:basis-full">
      <summary class="link min-h-11 w-fit cursor-pointer py-2.5">{help}</summary>
      <dl class="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 pb-2">
        {KINDS.map((kind) => (
          <Fragment key={kind}>
            <dt>
              <code class="bg-base-200 rounded px-1 whitespace-pre-line">{SAMPLES[kind]}</code>
            </dt>
            <dd class="text-base-content/80">{typed[kind]}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  )
}

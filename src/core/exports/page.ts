import { en } from '../../messages/en'
import { type MessageKey, type PlainKey, resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import type { Fields, Section } from './parts'

// What somebody gets to read: one page, without scripts, that loads nothing.

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:46rem;margin:2rem auto;padding:0 1rem}
dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.1rem 1rem;border-top:1px solid #8884;padding-top:.75rem}
dt{opacity:.75}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}@media(max-width:30rem){dl{display:block}}`

type Options = { language: Language; at: Date }

const { escapeHTML } = Bun

/** The page, as it is made. */
export function* pageOf(sections: readonly Section[], { language, at }: Options): Generator<string> {
  const say = (key: PlainKey): string => escapeHTML(resolveMessage(key, language))
  yield `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${say('exports.title')}</title><style>${STYLE}</style></head>
<body><h1>${say('exports.title')}</h1>
<p>${escapeHTML(resolveMessage({ key: 'exports.made', parameters: { at } }, language))}</p>
<p>${say('exports.lead')}</p>
<nav><ul>${sections.map(({ name }) => `<li><a href="#${name}">${say(titleOf(name))}</a></li>`).join('')}</ul></nav>
`
  for (const { name, rows } of sections) {
    yield `<section><h2 id="${name}">${say(titleOf(name))}</h2>\n`
    let isEmpty = true
    for (const row of rows()) {
      isEmpty = false
      yield recordOf(row, say)
    }
    yield `${isEmpty ? `<p>${say('exports.none')}</p>\n` : ''}</section>\n`
  }
  yield `<p>${say('exports.missing')}</p></body></html>\n`
}

const titleOf = (name: string): PlainKey => `exportParts.${name}` as PlainKey

function recordOf(row: Fields, say: (key: PlainKey) => string): string {
  const shown = Object.entries(row).filter(([, value]) => value !== null && value !== '')
  const value = (each: string | number | boolean | null): string =>
    typeof each === 'boolean' ? say(each ? 'exports.yes' : 'exports.no') : escapeHTML(String(each))
  const lines = shown.map(([name, each]) => `<dt>${labelOf(name, say)}</dt><dd>${value(each)}</dd>`)
  return `<dl>${lines.join('')}</dl>\n`
}

const hasLabel = (name: string): boolean => Object.hasOwn(en.exportFields, name)
/** A field without a label of its own keeps its name in the JSON. */
const labelOf = (name: string, say: (key: PlainKey) => string): string =>
  hasLabel(name) ? say(`exportFields.${name}` as MessageKey as PlainKey) : escapeHTML(name)

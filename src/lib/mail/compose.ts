import { type MessageOrKey, resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import { type CampusColors, campusColors } from '../campus-colors'
import type { Mail } from './message'

/** Whose mail it is: a name, and the hue that its colours derive from. */
export type Campus = { name: string; hue: number | null }

/** A paragraph: a message, what somebody typed, a code, or a link. */
type Block = MessageOrKey | { typed: string } | { code: string } | { link: string; label: MessageOrKey }

/** A block in its language. */
type Written = string | { code: string } | { link: string; label: string }

type Frame = { language: Language; to: string; campus: Campus }

/** A mail of these blocks, as text and as HTML. */
export function compose({ language, to, campus }: Frame, subject: MessageOrKey, blocks: Block[]): Mail {
  const inWords = (text: MessageOrKey) => oneLine(resolveMessage(text, language))
  const written = blocks.map((block): Written => {
    if (typeof block === 'string' || 'key' in block) return inWords(block)
    if ('typed' in block) return oneLine(block.typed)
    return 'code' in block ? block : { link: block.link, label: inWords(block.label) }
  })
  const title = inWords(subject)
  const colors = campusColors(campus.hue)
  return {
    to,
    subject: title,
    text: `${written.map(asText).join('\n\n')}\n`,
    html: page(language, title, banner(campus.name, colors) + written.map((each) => asHtml(each, colors)).join('\n')),
  }
}

/** Names are typed by people; a subject is one line. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

function asText(block: Written): string {
  if (typeof block === 'string') return block
  return 'code' in block ? block.code : block.link
}

const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:1.5'
const CODE = 'margin:0 0 16px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px'
const BUTTON = 'display:inline-block;padding:12px 20px;border-radius:8px;font-weight:600;text-decoration:none'
const BANNER = 'margin:0 0 24px;padding:16px 20px;border-radius:12px;color:#ffffff;font-size:18px;font-weight:700'

/** The name on the campus's sky, as above its pages. */
const banner = (name: string, { sky }: CampusColors): string =>
  `<p style="${BANNER};background:${sky}">${Bun.escapeHTML(oneLine(name))}</p>\n`

function asHtml(block: Written, { accent, onAccent }: CampusColors): string {
  if (typeof block === 'string') return `<p style="${PARAGRAPH}">${Bun.escapeHTML(block)}</p>`
  if ('code' in block) return `<p style="${CODE}">${Bun.escapeHTML(block.code)}</p>`
  const link = Bun.escapeHTML(block.link)
  return `<p style="${PARAGRAPH}"><a href="${link}" style="${BUTTON};background:${accent};color:${onAccent}">${Bun.escapeHTML(block.label)}</a></p>
<p style="${PARAGRAPH};word-break:break-all"><a href="${link}">${link}</a></p>`
}

/** One column, nothing to load, readable on a phone and in the dark. */
function page(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${Bun.escapeHTML(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto">
${body}
</div>
</body>
</html>
`
}

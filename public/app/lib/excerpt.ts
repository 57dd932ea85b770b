import { hideSpoilers } from '../../../src/lib/text/spoilers'

/** More than any screen shows of it. */
const LENGTH = 400

/** The start of a Markdown text as plain text, for previews. What is to be opened stays closed. */
export const excerpt = (markdown: string): string =>
  withoutMarkup(hideSpoilers(markdown).slice(0, LENGTH))
    .replace(/\s*\n\s*/g, '\n')
    .trim()

/** The words of a Markdown text. */
export const withoutMarkup = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, '')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replace(/^[ |:-]*\|[ |:-]*$/gm, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replace(/(\*\*|__|~~|\*|`)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_, cells: string) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .join(' · '),
    )

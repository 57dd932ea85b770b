/** More than any screen shows of it. */
const LENGTH = 400

/** The start of a Markdown text as plain text, for previews. */
export function excerpt(markdown: string): string {
  return markdown
    .slice(0, LENGTH)
    .replace(/^```.*$/gm, '')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replace(/(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

/** Longer than what is shown of it on any screen. */
const LENGTH = 400

/** The beginning of a text in Markdown as plain words, for where only a few lines of it are shown. */
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

/** What stands for a spoiler where it cannot be opened. */
export const HIDDEN = '▮▮▮'
const MARK = '||'

/** The text without what a reader has to open (`||like this||`). It hides rather more, in linear time. */
export function hideSpoilers(text: string): string {
  if (!text.includes(MARK)) return text
  const paragraphs: string[][] = [[]]
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === ''
    if (isBlank) paragraphs.push([line], [])
    else paragraphs.at(-1)!.push(line)
  }
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => hideBetween(lines.join('\n')))
    .join('\n')
}

function hideBetween(paragraph: string): string {
  const from = paragraph.indexOf(MARK)
  const last = paragraph.lastIndexOf(MARK)
  // One mark alone hides nothing, and three bars in a row are one mark.
  if (from < 0 || last < from + MARK.length) return paragraph
  return `${paragraph.slice(0, from)}${HIDDEN}${paragraph.slice(last + MARK.length)}`
}

const LINK = /(https:\/\/[^\s<>"]+|\+?\d[\d\s()-]{1,16}\d)/

type Part = { text: string; href?: string }

/** A help line with its number to call and its address to open. */
export const helpParts = (line: string): Part[] =>
  line
    .split(LINK)
    .filter((text) => text !== '')
    .map((text) => {
      if (text.startsWith('https://')) return { text, href: text }
      return LINK.test(text) ? { text, href: `tel:${text.replace(/[^\d+]/g, '')}` } : { text }
    })

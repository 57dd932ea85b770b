import { withoutMarkup } from '../../lib/excerpt'
import type { Segment } from './search'

// Unicode keeps both for use within a program; the server sends neither.
const [OPEN, CLOSE] = ['\uFDD0', '\uFDD1']

/** Parts of one line of Markdown as they are read: a mark may begin in one part and end in another, or be cut off. */
export function plainSegments(segments: readonly Segment[]): Segment[] {
  const marked = segments.map(({ text, isHit }) => (isHit ? `${OPEN}${text}${CLOSE}` : text)).join('')
  return withoutMarkup(marked)
    .replace(/\s\|(?:[\s:|-]*\|)?\s/g, ' · ')
    .replace(/\*\*|~~|__|`/g, '')
    .split(/(\uFDD0[^\uFDD1]*\uFDD1)/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part.replace(/[\uFDD0\uFDD1]/g, ''), isHit: part.startsWith(OPEN) }))
}

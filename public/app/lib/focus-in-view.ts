/** So many frames after the focus has moved, what it came near is laid out. */
const FRAMES = 10

/**
 * Sizes of what is far from the screen are guessed (`content-visibility` in styles.css), and known only after the
 * browser has scrolled to what gets the focus: it follows what then moves. Where the browser scrolls right, and what
 * gets the focus without the keyboard, stays where it is.
 */
export function keepFocusInView(): void {
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') requestAnimationFrame(() => document.activeElement && follow(document.activeElement))
  })
}

function follow(element: Element, top = topOf(element), frames = FRAMES): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== element) return
    if (topOf(element) !== top) element.scrollIntoView({ block: 'nearest' })
    if (frames > 1) follow(element, topOf(element), frames - 1)
  })
}

const topOf = (element: Element): number => element.getBoundingClientRect().top

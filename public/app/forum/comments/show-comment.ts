import { announce } from '../../lib/announcements'
import { postsText } from '../../texts/posts'

/** A long thread renders in steps. */
const MOST_FRAMES = 300

/** Calls back with the comment's element once it is rendered. */
function whenRendered(id: string, use: (item: HTMLElement) => void, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const item = document.getElementById(`comment-${id}`)
    if (item) use(item)
    else if (frames > 0) whenRendered(id, use, frames - 1)
  })
}

/** Focuses the comment where it stands, beneath the button that it replaces. */
export function focusComment(id: string): void {
  whenRendered(id, (item) => item.focus({ preventScroll: true }))
}

/** Keeps the place of a keyboard in the thread when the comment goes, or all of it but its replies. */
export function focusBeside(item: HTMLElement, remains: boolean): void {
  const beside = item.nextElementSibling ?? item.previousElementSibling ?? item.parentElement?.closest('li')
  const target = remains ? item : (beside ?? document.getElementById('comments-title'))
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/** Scrolls to the comment, focuses it, and highlights it for a moment. */
export function showComment(id: string): void {
  whenRendered(id, (item) => {
    item.scrollIntoView({ block: 'center' })
    item.focus({ preventScroll: true })
    highlight(body(item))
    keepOnScreen(item)
  })
}

/** As many frames without a move, and the comments around it have their heights. */
const STILL_FRAMES = 30

const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Comments above get their own heights once they are near the screen, and the browser does not always hold what is on
 * it. Ends when nothing moves any more, and at once when the reader does something.
 */
function keepOnScreen(item: HTMLElement): void {
  const place = () => item.getBoundingClientRect().top
  const reader = new AbortController()
  for (const act of ACTS) addEventListener(act, () => reader.abort(), { signal: reader.signal, passive: true })
  let [at, still] = [place(), 0]
  const look = (frames: number) => {
    if (reader.signal.aborted) return
    still = Math.abs(place() - at) < 1 ? still + 1 : 0
    if (still === 0) item.scrollIntoView({ block: 'center' })
    at = place()
    if (still < STILL_FRAMES && frames > 0 && item.isConnected) requestAnimationFrame(() => look(frames - 1))
    else reader.abort()
  }
  look(MOST_FRAMES)
}

/** The comment that was just written slides into its place, where the reader sees it. */
export function showSent(id: string, words = postsText.thread.sent): void {
  announce(words)
  whenRendered(id, (item) => {
    item.scrollIntoView({ block: 'nearest' })
    item.focus({ preventScroll: true })
    if (isCalm()) highlight(body(item))
    else item.animate({ translate: ['0 2rem', '0 0'], opacity: [0, 1] }, { duration: 250, easing: 'ease-out' })
  })
}

const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

const body = (item: HTMLElement): HTMLElement => item.querySelector('article') ?? item

const POINT_MS = 2000

function highlight(item: HTMLElement): void {
  const colors = ['color-mix(in oklab, var(--color-primary) 15%, transparent)', 'transparent']
  const edges = colors.map((color) => `0 0 0 0.5rem ${color}`)
  item.animate(
    { backgroundColor: colors, boxShadow: edges },
    { duration: POINT_MS, easing: isCalm() ? 'step-end' : 'ease-in' },
  )
}

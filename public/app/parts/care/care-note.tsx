import { signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { instance } from '../../lib/instance'
import { postsText as words } from '../../texts/posts'

// The campus's help lines beside words about self-harm, and nothing where there are none. What somebody writes or reads is
// judged on their own device: nothing of it is sent, stored or counted. Of what they have sent, the server may say so, too.

const DELAY_MS = 400

const hasLines = (): boolean => (instance.value?.helpLines.length ?? 0) > 0

/** The words are loaded when there is a text to judge and a line to show. */
async function isAboutSelfHarm(text: string): Promise<boolean> {
  try {
    const { speaksOfSelfHarm } = await import('./care-words')
    return speaksOfSelfHarm(text)
  } catch {
    return false
  }
}

/** Beside what somebody writes, when they pause; `written` reads it from signals. */
export function CareForWriting({ written }: { written: () => string }) {
  const isNeeded = useSignal(false)
  useSignalEffect(() => {
    if (!hasLines()) return
    const text = written()
    const timer = setTimeout(async () => (isNeeded.value = await isAboutSelfHarm(text)), DELAY_MS)
    return () => clearTimeout(timer)
  })
  return isNeeded.value ? <HelpLines /> : null
}

type Sent = { id: string; postId?: string; held?: unknown; care?: true }

/** In which thread, and under what, the viewer has just sent words that the server wants help beside. */
const cared = signal<{ postId: string; id: string } | undefined>(undefined)

/** Called with what was sent; a comment that is held has no place in the thread, so that help is beneath the post. */
export function careFor({ id, postId = id, held, care }: Sent): void {
  if (care) cared.value = { postId, id: held ? postId : id }
}

/** Beneath a post or comment of the viewer's own that was sent just now. */
export const CareForSent = ({ id }: { id: string }) =>
  cared.value?.id === id && hasLines() ? <HelpLines isSent /> : null

/** Beside a post and its comments, whichever is shown first or later. */
export function CareForReading({ postId }: { postId: string }) {
  const isNeeded = useSignal(false)
  const isOn = hasLines()
  useEffect(() => {
    const main = document.getElementById('main')
    if (!isOn || main === null) return
    let unread = main.textContent ?? ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      clearTimeout(timer)
      timer = setTimeout(async () => {
        const text = unread
        unread = ''
        if (!(await isAboutSelfHarm(text))) return
        isNeeded.value = true
        observer.disconnect()
      }, DELAY_MS)
    }
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) unread += `\n${node.textContent ?? ''}`
      read()
    })
    observer.observe(main, { childList: true, subtree: true })
    read()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [isOn])
  if (cared.value?.postId === postId) return <CareForSent id={postId} />
  return isNeeded.value ? <HelpLines /> : null
}

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

function HelpLines({ isSent = false }: { isSent?: boolean }) {
  const title = useId()
  const aside = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (isSent) aside.current!.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <aside ref={aside} aria-labelledby={title} class="bg-base-200 rounded-box flex flex-col gap-2 p-4">
      <h2 id={title} class="font-semibold">
        {words.care.title}
      </h2>
      <p>
        {words.care.lead} {!isSent && words.care.unseen}
      </p>
      <ul class="flex flex-col">
        {instance.value?.helpLines.map((line) => (
          <li key={line}>
            {helpParts(line).map(({ text, href }) =>
              href === undefined ? (
                text
              ) : (
                <a key={href} class="link inline-block py-2.5 font-medium" href={href} rel="noreferrer">
                  {text}
                </a>
              ),
            )}
          </li>
        ))}
      </ul>
    </aside>
  )
}

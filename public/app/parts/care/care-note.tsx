import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { instance } from '../../lib/instance'
import { postsText as words } from '../../texts/posts'

// The campus's help lines beside words about self-harm, and nothing where none was named. What somebody wrote or read is
// judged on their own device: nothing of it is sent, stored or counted.

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

/** Beside a post and its comments, whichever is shown first or later. */
export function CareForReading() {
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

const HelpLines = () => (
  <aside aria-labelledby="care-title" class="bg-base-200 rounded-box flex flex-col gap-2 p-4">
    <h2 id="care-title" class="font-semibold">
      {words.care.title}
    </h2>
    <p>{words.care.lead}</p>
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

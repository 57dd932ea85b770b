import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { instance } from '../lib/instance'

type Props = { title: string; lead?: ComponentChildren; children: ComponentChildren; narrow?: boolean }

/** A page of text or one form: the title as heading and document title, and a narrow column. */
export function Page({ title, lead, children, narrow = false }: Props) {
  useTitle(title)
  return (
    <div class={`mx-auto flex flex-col gap-6 ${narrow ? 'max-w-md' : 'max-w-xl'}`}>
      <div>
        <Heading>{title}</Heading>
        {lead && <p class="text-base-content/80 mt-3">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

/** Where to go from a page; as wide as a phone's screen. */
export const PageLink = ({ href, children }: { href: string; children: ComponentChildren }) => (
  <a href={href} class="btn btn-primary w-full sm:w-auto sm:self-start">
    {children}
  </a>
)

let headingAwaitsFocus = false

/** Called when another page is shown: focuses its heading, now or once it is rendered. */
export function focusPageHeading(): void {
  headingAwaitsFocus = true
  const heading = document.querySelector<HTMLElement>('h1')
  if (heading) focusHeading(heading)
}

function focusHeading(heading: HTMLElement): void {
  headingAwaitsFocus = false
  heading.focus({ preventScroll: true })
}

type HeadingProps = { class?: string; children: ComponentChildren }

/** The heading of a page. Screen readers continue from here when the page has changed. */
export function Heading({ class: className = 'text-3xl font-bold', children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (headingAwaitsFocus) focusHeading(heading.current!)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto" class={className}>
      {children}
    </h1>
  )
}

/** Sets the document title; the home page has the name of the campus alone. */
export function useTitle(title?: string): void {
  const home = instance.value?.name ?? 'Quad'
  useEffect(() => {
    document.title = title === undefined ? home : `${title} · ${home}`
  }, [title, home])
}

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Failure } from '../lib/api'
import { failureMessage } from '../lib/failures'
import { instance } from '../lib/instance'
import { text } from '../texts/core'

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
  <a href={href} class="btn btn-primary btn-wide">
    {children}
  </a>
)

type SectionProps = { id: string; title: string; class?: string; children: ComponentChildren }

export const Section = ({ id, title, class: className = 'flex flex-col gap-4', children }: SectionProps) => (
  <section aria-labelledby={id} class={className}>
    <h2 id={id} class="text-xl font-semibold">
      {title}
    </h2>
    {children}
  </section>
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

type NoticeProps = { kind: 'error' | 'success' | 'info'; title?: string | undefined; children: ComponentChildren }

/** Something the reader must know before going on; screen readers announce an error at once. */
export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} class={`notice notice-${kind}`}>
      {title && <h2 class="font-semibold">{title}</h2>}
      {children}
    </div>
  )
}

type FailureNoticeProps = {
  failure: Failure
  title?: string | undefined
  retry?: (event: Event & { currentTarget: HTMLElement }) => void
}

/** Shows a failure with what can be done: try again, or report the request id to the operator. */
export function FailureNotice({ failure, title, retry }: FailureNoticeProps) {
  return (
    <Notice kind="error" title={title}>
      <p>{failureMessage(failure)}</p>
      {failure.requestId && (
        <p class="text-sm">
          {text.common.requestId} <code>{failure.requestId}</code>
        </p>
      )}
      {retry && (
        <button type="button" class="btn btn-sm btn-outline self-start" onClick={retry}>
          {text.common.retry}
        </button>
      )}
    </Notice>
  )
}

type BannerProps = { href: string; act: string; children: ComponentChildren }

/** Above every page: what holds for the viewer, and what can be done about it. */
export const Banner = ({ href, act, children }: BannerProps) => (
  <p role="status" class="bg-base-200 border-base-300 border-b px-4 py-2 text-center text-sm">
    {children}{' '}
    <a href={href} class="link font-semibold">
      {act}
    </a>
  </p>
)

/** In place of a list that holds nothing: why, and what one can do about it. */
export const Nothing = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="nothing">
    <p class="text-lg font-medium">{title}</p>
    {children}
  </div>
)

/** Unseen, but laid out, until it is once known what comes above: nothing moves that one sees. */
export function Settled({ when, children }: { when: boolean; children: ComponentChildren }) {
  const isSeen = useRef(false)
  isSeen.current ||= when
  return <div class={`contents ${isSeen.current ? '' : 'invisible'}`}>{children}</div>
}

const BAR = 'bg-base-300 rounded motion-safe:animate-pulse'

export function PostSkeletons({ count = 3 }: { count?: number }) {
  return (
    <div role="status" class="flex flex-col gap-2 sm:gap-3">
      <span class="sr-only">{text.common.loading}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} class="card flex flex-col gap-3 p-4">
          <div class={`${BAR} h-5 w-4/5`} />
          <div class={`${BAR} h-4 w-full`} />
          <div class={`${BAR} h-4 w-40`} />
          <div class={`${BAR} h-6 w-24`} />
        </div>
      ))}
    </div>
  )
}

export function LineSkeletons() {
  return (
    <div role="status" class="flex flex-col gap-3 py-2">
      <span class="sr-only">{text.common.loading}</span>
      <div class={`${BAR} h-4 w-1/2`} />
      <div class={`${BAR} h-4 w-full`} />
      <div class={`${BAR} h-4 w-3/4`} />
    </div>
  )
}

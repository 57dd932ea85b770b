import { useEffect, useRef } from 'preact/hooks'
import type { ConsolePath } from '../../../src/api/pages/client-paths'
import { language } from '../../app/texts/catalogue'
import { type Overview, overview } from '../lib/dashboard/overview'
import { consoleText } from '../texts/console'

type Way = Exclude<keyof typeof consoleText.ways, 'label' | 'waiting'>

const WAYS: [Way, ConsolePath][] = [
  ['dashboard', '/console'],
  ['reports', '/console/reports'],
  ['people', '/console/people'],
  ['posts', '/console/posts'],
  ['colleges', '/console/colleges'],
  ['requests', '/console/requests'],
  ['branches', '/console/branches'],
  ['words', '/console/words'],
  ['feedback', '/console/feedback'],
  ['log', '/console/log'],
  ['settings', '/console/settings'],
]

const WAITING: Partial<Record<Way, (overview: Overview) => number>> = {
  reports: ({ reports }) => reports.pending,
  requests: ({ collegeRequests }) => collegeRequests.pending,
  feedback: ({ feedback }) => feedback.new,
}

/** The sections of the console with their open counts: a column on wide screens, else a row that scrolls sideways. */
export function ConsoleNav({ path }: { path: string }) {
  const list = useRef<HTMLUListElement>(null)
  // Scrolls the row, not the page, so that the current section is visible.
  useEffect(() => {
    const taken = list.current?.querySelector('[aria-current]')?.parentElement
    if (taken) list.current!.scrollLeft = taken.offsetLeft - (list.current!.clientWidth - taken.offsetWidth) / 2
  }, [path])
  return (
    <nav aria-label={consoleText.ways.label} class="-mx-4 lg:sticky lg:top-22 lg:mx-0">
      <ul ref={list} class="relative flex gap-1 overflow-x-auto px-4 pb-1 lg:flex-col lg:overflow-visible lg:px-0">
        {WAYS.map(([way, to]) => (
          <li key={way} class="shrink-0">
            <a
              href={to}
              aria-current={to === path ? 'page' : undefined}
              class={`rounded-field flex items-center justify-between gap-2 px-3 py-1.5 ${to === path ? 'bg-primary/10 text-primary font-semibold' : 'hover:bg-base-200'}`}
            >
              {consoleText.ways[way]}
              <Waiting count={overview.value && WAITING[way]?.(overview.value)} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Waiting({ count }: { count: number | undefined }) {
  if (!count) return null
  const formatted = count.toLocaleString(language.value)
  return (
    <span class="badge badge-sm badge-primary tabular-nums">
      <span aria-hidden="true">{formatted}</span>
      <span class="sr-only">{consoleText.ways.waiting(formatted)}</span>
    </span>
  )
}

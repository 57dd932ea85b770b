import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Time } from '../../../app/components/time'
import { choiceLabel } from '../../../app/lib/choice-label'
import { type Entry, entryId, type Queue } from '../../lib/reports/queue'
import { entryName } from '../../lib/reports/queue-words'
import { reportsText } from '../../texts/reports'

type Props = {
  queue: Queue
  onChoose: (id: string) => void
  /** Rendered below the open entry where there is no room beside the list. */
  children?: ((entry: Entry) => ComponentChildren) | undefined
}

/** The open entries. One that the queue chooses itself takes the focus. */
export function QueueList({ queue, onChoose, children }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const turn = useRef(queue.turn)
  // Only when the queue has moved on, not when a row was pressed.
  useLayoutEffect(() => {
    if (turn.current === queue.turn) return
    turn.current = queue.turn
    const row = list.current?.querySelector<HTMLElement>('[aria-current=true]') ?? document.querySelector('h1')
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [queue.turn])
  return (
    <ul
      ref={list}
      aria-label={reportsText.page.list}
      class="border-base-300 rounded-box divide-base-300 divide-y overflow-hidden border empty:hidden lg:sticky lg:top-22 lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto"
    >
      {queue.entries.map((entry) => {
        const isChosen = entryId(entry) === queue.chosen
        return (
          <li key={entryId(entry)} class={isChosen ? 'bg-primary/10' : ''}>
            <button
              type="button"
              aria-current={isChosen}
              aria-expanded={children ? isChosen : undefined}
              class="flex w-full -outline-offset-2 scroll-my-20 flex-col gap-1 p-3 text-start sm:px-4 lg:scroll-my-2"
              onClick={() => onChoose(entryId(entry))}
            >
              <Brief entry={entry} />
            </button>
            {children && isChosen && <div class="bg-base-100 p-3 sm:px-4">{children(entry)}</div>}
          </li>
        )
      })}
    </ul>
  )
}

function Brief({ entry }: { entry: Entry }) {
  const { type, reportCount, reasons, reports } = entry
  const words = reportsText.entry
  const [newest] = reports
  return (
    <>
      <span class="line-clamp-2 leading-snug font-semibold">{entryName(entry)}</span>
      <span class="text-base-content/80 flex flex-wrap items-center gap-x-2 text-sm">
        <span class={reportCount > 1 ? 'text-error font-semibold' : ''}>{words.reports(reportCount)}</span>
        <span>{words[type]}</span>
        {newest && <Time of={newest.createdAt} />}
        <span class="line-clamp-1 basis-full">{reasons.map(({ reason }) => choiceLabel(reason)).join(', ')}</span>
      </span>
    </>
  )
}

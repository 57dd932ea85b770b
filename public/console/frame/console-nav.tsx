import { useEffect, useRef } from 'preact/hooks'
import type { ConsolePath } from '../../../src/pages/client-paths'
import { language } from '../../app/texts/catalogue'
import { overview } from '../lib/overview'
import { CONSOLE_PAGES, GROUPS, type Group, nameOf, openPages, waitingAt } from '../lib/pages'
import { consoleText } from '../texts/console'

/**
 * The pages in their groups, with how much waits: a column on wide screens; else a row of the groups, and beneath it one of
 * the pages of the group that one is in.
 */
export function ConsoleNav({ path }: { path: ConsolePath }) {
  const list = useRef<HTMLUListElement>(null)
  // Scrolls the row, not the page, so that the current one is visible; again when the counts have made it wider.
  useEffect(() => {
    const here = list.current?.querySelector('[aria-current=page]')?.parentElement
    const row = here?.parentElement
    if (here && row) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
  }, [path, overview.data.value])
  return (
    <nav
      aria-label={consoleText.ways.label}
      class="-mx-4 lg:sticky lg:top-8 lg:mx-0 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto"
    >
      <ul ref={list} class="grid grid-cols-5 gap-y-1 lg:flex lg:flex-col lg:gap-4">
        {GROUPS.map((group) => (
          <GroupWays key={group} group={group} path={path} />
        ))}
      </ul>
    </nav>
  )
}

function GroupWays({ group, path }: { group: Group; path: ConsolePath }) {
  const pages = openPages().filter((page) => CONSOLE_PAGES[page].group === group)
  const name = consoleText.groups[group]
  const isHere = CONSOLE_PAGES[path].group === group
  const isAlone = pages.length === 1
  return (
    <li class="contents lg:block">
      <a
        href={pages[0]}
        aria-current={isHere ? 'true' : undefined}
        class={`relative flex min-h-12 min-w-0 items-center justify-center border-b-2 text-[min(0.9375rem,4vw)] lg:hidden ${isHere ? 'border-primary text-primary font-semibold' : 'border-base-300'}`}
      >
        <span class="truncate">{name}</span>
        <Waiting count={pages.reduce((sum, page) => sum + waitingAt(page), 0)} class="absolute end-0.5 top-0" />
      </a>
      {!isAlone && <p class="list-title px-3 pb-1 max-lg:hidden">{name}</p>}
      <ul
        aria-label={name}
        class={`relative flex gap-1 overflow-x-auto px-3 max-lg:row-start-2 max-lg:col-span-full lg:flex-col lg:overflow-visible lg:px-0 ${isHere && !isAlone ? '' : 'max-lg:hidden'}`}
      >
        {pages.map((page) => (
          <WayLink key={page} to={page} isHere={page === path.replace('/:id', '')} />
        ))}
      </ul>
    </li>
  )
}

function WayLink({ to, isHere }: { to: ConsolePath; isHere: boolean }) {
  const look = isHere ? 'bg-primary/10 text-primary font-semibold' : 'hover:bg-base-200'
  return (
    <li class="shrink-0">
      <a
        href={to}
        aria-current={isHere ? 'page' : undefined}
        class={`rounded-field flex items-center justify-between gap-2 tap px-3 py-1.5 ${look}`}
      >
        {nameOf(to)}
        <Waiting count={waitingAt(to)} />
      </a>
    </li>
  )
}

function Waiting({ count, class: place = '' }: { count: number; class?: string }) {
  if (count === 0) return null
  const formatted = count.toLocaleString(language.value)
  return (
    <span class={`badge badge-sm badge-primary tabular-nums ${place}`}>
      <span aria-hidden="true">{formatted}</span>
      <span class="sr-only">{consoleText.ways.waiting(formatted)}</span>
    </span>
  )
}

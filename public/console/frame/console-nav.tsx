import { useEffect, useRef } from 'preact/hooks'
import type { ConsolePath } from '../../../src/pages/client-paths'
import { language } from '../../app/texts/catalogue'
import { Icon } from '../../app/ui/icon'
import { overview } from '../lib/overview'
import { CONSOLE_PAGES, EVERYWHERE, GROUPS, type Group, nameOf, pagesOf, waitingAt } from '../lib/pages'
import { consoleText } from '../texts/console'
import { reportsText } from '../texts/reports'
import { SEARCH_KEY } from './keys'

type Props = { path: ConsolePath; onSearch: () => void; onKeys: () => void }

/**
 * The pages in their groups, with how much waits: a column on wide screens; else a row of the groups, and beneath it one of
 * the pages of the group that one is in.
 */
export function ConsoleNav({ path, onSearch, onKeys }: Props) {
  const nav = useRef<HTMLElement>(null)
  // Scrolls the row or the column, not the page, so that the current one is visible; again when counts have made it wider.
  useEffect(() => {
    const here = nav.current!.querySelector('[aria-current=page]')?.parentElement
    const row = here?.parentElement
    if (!here || !row) return
    row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
    nav.current!.scrollTop = row.offsetTop + here.offsetTop - nav.current!.clientHeight / 2
  }, [path, overview.data.value])
  return (
    <nav
      ref={nav}
      aria-label={consoleText.ways.label}
      class="-mx-4 -mt-3 grid grid-cols-[3rem_repeat(5,minmax(0,1fr))] gap-y-1 lg:sticky lg:top-8 lg:mx-0 lg:mt-0 lg:flex lg:max-h-[calc(100dvh-4rem)] lg:flex-col lg:gap-3 lg:overflow-y-auto"
    >
      <button
        type="button"
        class="border-base-300 lg:bg-card lg:rounded-field flex min-h-12 items-center justify-center gap-2 border-b-2 lg:min-h-11 lg:justify-start lg:border lg:px-3"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={onSearch}
      >
        <Icon name="search" />
        <span class="sr-only lg:not-sr-only">{consoleText.search.short}</span>
        <span aria-hidden="true" class="text-base-content/80 ms-auto hidden text-sm lg:inline">
          {SEARCH_KEY}
        </span>
      </button>
      <ul class="contents lg:flex lg:flex-col lg:gap-3">
        {GROUPS.map((group) => (
          <GroupWays key={group} group={group} path={path} />
        ))}
      </ul>
      <button
        type="button"
        class="btn btn-sm btn-ghost hidden justify-start lg:inline-flex"
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        onClick={onKeys}
      >
        {reportsText.keys.title}
      </button>
    </nav>
  )
}

function GroupWays({ group, path }: { group: Group; path: ConsolePath }) {
  const pages = pagesOf(group)
  const name = consoleText.groups[group]
  const isHere = CONSOLE_PAGES[path].group === group
  const isAlone = pages.length === 1
  return (
    <li class="contents lg:block">
      <a
        href={pages[0]}
        aria-current={isHere ? 'true' : undefined}
        aria-keyshortcuts={EVERYWHERE[group][0]}
        class={`relative flex min-h-12 min-w-0 items-end justify-center border-b-2 pb-2 text-[min(0.875rem,3.7vw)] lg:hidden ${isHere ? 'border-primary text-primary font-semibold' : 'border-base-300'}`}
      >
        <span class="truncate">{name}</span>
        <Waiting count={pages.reduce((sum, page) => sum + waitingAt(page), 0)} class="absolute end-0.5 top-0" />
      </a>
      {!isAlone && <p class="list-title hidden px-3 pb-1 lg:block">{name}</p>}
      <ul
        aria-label={name}
        class={`relative gap-1 overflow-x-auto px-3 row-start-2 col-span-full lg:flex-col lg:gap-0 lg:overflow-visible lg:px-0 ${isHere && !isAlone ? 'flex' : 'hidden lg:flex'}`}
      >
        {pages.map((page) => (
          <WayLink key={page} to={page} isHere={page === path.replace('/:id', '')} />
        ))}
      </ul>
    </li>
  )
}

function WayLink({ to, isHere }: { to: ConsolePath; isHere: boolean }) {
  const look = isHere ? 'bg-primary/10 text-primary font-medium' : 'hover:bg-base-200'
  return (
    <li class="shrink-0">
      <a
        href={to}
        aria-current={isHere ? 'page' : undefined}
        class={`rounded-field flex items-center justify-between gap-2 tap px-3 py-1.5 lg:py-1 ${look}`}
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

import { useLocation } from 'preact-iso'
import { focusPageHeading } from '../../app/components/page'
import { language } from '../../app/texts/catalogue'
import { pathWith } from '../lib/address'
import { consoleText } from '../texts/console'

type Props = { pagination: { total: number; page: number; totalPages: number } }

export function Pager({ pagination: { total, page, totalPages } }: Props) {
  const { path, query } = useLocation()
  const { pager } = consoleText
  const way = (to: number, name: string) =>
    to >= 1 && to <= totalPages ? (
      <a
        href={pathWith(path, query, { page: to === 1 ? undefined : String(to) })}
        class="btn btn-sm btn-outline"
        onClick={focusPageHeading}
      >
        {name}
      </a>
    ) : (
      <span aria-disabled="true" class="btn btn-sm btn-disabled">
        {name}
      </span>
    )
  return (
    <nav aria-label={pager.label} class="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p class="text-base-content/80 tabular-nums">
        {pager.total(total.toLocaleString(language.value))}
        {totalPages > 1 && ` · ${pager.page(page, totalPages)}`}
      </p>
      {totalPages > 1 && (
        <div class="flex gap-2">
          {way(page - 1, pager.previous)}
          {way(page + 1, pager.next)}
        </div>
      )}
    </nav>
  )
}

import { language } from '../../../app/texts/catalogue'
import type { Overview } from '../../lib/overview'
import { dashboardText } from '../../texts/dashboard'
import { barHeights, COUNTED, type Counted, dayName, summarize } from './figures'

type Props = { daily: Overview['daily']; counted: Counted }

/** In units of the view box, which takes the available width. */
const SLOT = 10
const BAR = 7
const FULL = 84
const LEAST = 4
const FLOOR = 90
const NONE = 1.5

/** A bar for each day: today's is marked by colour and label, and a day without any is a stub. */
export function Chart({ daily, counted }: Props) {
  const { chart } = dashboardText
  const format = (count: number) => count.toLocaleString(language.value)
  const named = (date: string) => dayName(date, language.value)
  const { sum, today, most } = summarize(daily, counted)
  const heights = barHeights(
    daily.map((day) => day[counted]),
    FULL,
    LEAST,
  )
  const last = daily.length - 1
  const summary = most
    ? `${chart.most(format(most[counted]), named(most.date))} · ${chart.todayCount(format(today))}`
    : chart.none
  return (
    <figure class="card flex min-w-0 flex-col gap-2 p-4">
      <figcaption class="flex flex-wrap items-baseline justify-between gap-x-3">
        <span class="font-semibold">{chart[counted]}</span>
        <span class="text-base-content/80 text-sm tabular-nums">{chart.sum(format(sum))}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${chart[counted]}: ${chart.sum(format(sum))}. ${summary}`}
        viewBox={`0 0 ${daily.length * SLOT} 100`}
        class="w-full"
      >
        <path d={`M0 ${FLOOR + 0.5}H${daily.length * SLOT}`} class="text-base-300" stroke="currentColor" />
        {daily.map((day, index) => (
          <Bar
            key={day.date}
            x={index * SLOT + (SLOT - BAR) / 2}
            height={heights[index] ?? 0}
            isToday={index === last}
            words={chart.bar(named(day.date), format(day[counted]))}
          />
        ))}
        <path d={`M${last * SLOT + SLOT / 2} 93l4 6h-8z`} class="text-base-content" fill="currentColor" />
      </svg>
      <p aria-hidden="true" class="text-base-content/80 flex justify-between text-sm">
        <span>{named(daily[0]?.date ?? '')}</span>
        <span class="text-base-content font-medium">{chart.today}</span>
      </p>
      <p class="text-base-content/80 text-sm">{summary}</p>
    </figure>
  )
}

type BarProps = { x: number; height: number; isToday: boolean; words: string }

function Bar({ x, height, isToday, words }: BarProps) {
  const color = height === 0 ? 'text-base-content/60' : isToday ? 'text-base-content' : 'text-primary'
  const tall = height === 0 ? NONE : height
  return (
    <rect x={x} y={FLOOR - tall} width={BAR} height={tall} rx={height === 0 ? 0 : 1} class={color} fill="currentColor">
      <title>{words}</title>
    </rect>
  )
}

export function ChartTable({ daily }: { daily: Overview['daily'] }) {
  const { chart, page } = dashboardText
  const today = daily.at(-1)
  return (
    <div class="card">
      <table class="table">
        <caption class="sr-only">{page.days}</caption>
        <thead>
          <tr class="bg-base-200">
            <th scope="col">{chart.day}</th>
            {COUNTED.map((counted) => (
              <th key={counted} scope="col">
                {chart[counted]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody class="divide-base-300 divide-y">
          {daily.toReversed().map((day) => (
            <tr key={day.date} class={day === today ? 'font-semibold' : ''}>
              <th scope="row" class={day === today ? '' : 'sm:font-normal'}>
                {dayName(day.date, language.value, true)}
                {day === today && ` · ${chart.today}`}
              </th>
              {COUNTED.map((counted) => (
                <td key={counted} data-name={chart[counted]}>
                  {day[counted].toLocaleString(language.value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

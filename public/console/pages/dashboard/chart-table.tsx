import { language } from '../../../app/texts/catalogue'
import { COUNTED, dayName } from '../../lib/dashboard/daily'
import type { Overview } from '../../lib/dashboard/overview'
import { dashboardText } from '../../texts/dashboard'

/** The numbers of the charts, today first. */
export function ChartTable({ daily }: { daily: Overview['daily'] }) {
  const { chart, page } = dashboardText
  const today = daily.at(-1)
  return (
    <div class="border-base-300 rounded-box overflow-hidden border">
      <table class="w-full text-sm tabular-nums">
        <caption class="sr-only">{page.days}</caption>
        <thead>
          <tr class="bg-base-200">
            <th scope="col" class="p-2 text-start font-semibold sm:px-4">
              {chart.day}
            </th>
            {COUNTED.map((counted) => (
              <th key={counted} scope="col" class="p-2 text-end font-semibold sm:px-4">
                {chart[counted]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody class="divide-base-300 divide-y">
          {daily.toReversed().map((day) => (
            <tr key={day.date} class={day === today ? 'font-semibold' : ''}>
              <th scope="row" class={`p-2 text-start sm:px-4 ${day === today ? 'font-semibold' : 'font-normal'}`}>
                {dayName(day.date, language.value, true)}
                {day === today && ` · ${chart.today}`}
              </th>
              {COUNTED.map((counted) => (
                <td key={counted} class="p-2 text-end sm:px-4">
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

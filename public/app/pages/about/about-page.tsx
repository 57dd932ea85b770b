import { useLocation } from 'preact-iso'
import { Markdown } from '../../components/markdown-view'
import { FailureNotice, LineSkeletons, Page } from '../../components/page'
import { type PlacePage, readPlacePage } from '../../lib/about'
import { api, envelope } from '../../lib/api'
import { useLoaded } from '../../lib/loading'
import { aboutText } from '../../texts/about'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { byLanguage } from '../../texts/formats'
import { counted } from '../../texts/numbers'

/** The rules, privacy, contact and moderation of the place; for everybody. */
export function AboutPage() {
  const page = useLocation().path.slice('/about/'.length) as PlacePage
  const { data, failure, load } = useLoaded(() => readPlacePage(page), page + language.value)
  return (
    <Page title={text.about[page]} lead={aboutText.leads[page]}>
      {failure.value && <FailureNotice failure={failure.value} retry={load} />}
      {!failure.value && data.value?.page !== page && <LineSkeletons />}
      {data.value?.page === page && <Markdown text={data.value.content} />}
      {page === 'moderation' && <Numbers />}
    </Page>
  )
}

const format = byLanguage(
  (language) => new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' }),
)
const COLUMNS = ['reports', 'removed', 'restored', 'sanctions'] as const

function Numbers() {
  const { data, failure } = useLoaded(() => envelope(api.instance.moderation.get()))
  const { numbers } = aboutText
  if (failure.value || !data.value) return null
  const { months, leastCount } = data.value
  const told = months.filter((month) => COLUMNS.some((name) => month[name] !== null))
  return (
    <section aria-labelledby="numbers" class="flex flex-col gap-3">
      <h2 id="numbers" class="text-xl font-semibold">
        {numbers.title}
      </h2>
      <p class="text-base-content/80">{told.length === 0 ? numbers.none(leastCount) : numbers.lead(leastCount)}</p>
      {told.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls sideways
        <div class="overflow-x-auto" tabIndex={0}>
          <table class="w-full text-sm tabular-nums">
            <thead>
              <tr>
                {(['month', ...COLUMNS] as const).map((name) => (
                  <th key={name} scope="col" class="py-2 pe-4 text-start font-medium">
                    {numbers[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {told.map((month) => (
                <tr key={month.month}>
                  <th scope="row" class="py-2 pe-4 text-start font-normal">
                    {format(language.value).format(Date.parse(month.month))}
                  </th>
                  {COLUMNS.map((name) => (
                    <td key={name} class="py-2 pe-4">
                      {month[name] === null ? '–' : counted(month[name], language.value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

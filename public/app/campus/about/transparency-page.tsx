import { api, envelope, type ResponseData } from '../../lib/api'
import { choiceLabel } from '../../lib/choice-label'
import { byRegion } from '../../lib/dates'
import { useLoaded } from '../../lib/loading'
import { language } from '../../texts/catalogue'
import { byLanguage } from '../../texts/formats'
import { counted } from '../../texts/numbers'
import { transparencyText } from '../../texts/transparency'
import { WhenLoaded } from '../../ui/loaded'
import { Notice, Page, Section } from '../../ui/page'

const read = () => envelope(api.transparency.get())
type Told = ResponseData<ReturnType<typeof read>>
type Month = Told['months'][number]

/** What moderators did by month, and the head of the audit log; for everybody. */
export function TransparencyPage() {
  const told = useLoaded(read)
  const { value: failure } = told.failure
  const { page } = transparencyText
  return (
    <Page title={page.title} lead={page.lead}>
      {failure?.code === 'NOT_FOUND' ? (
        <Notice kind="info">
          <p>{failure.message}</p>
        </Notice>
      ) : (
        <WhenLoaded of={told}>
          {(data) => (
            <>
              <Months {...data} />
              {data.auditHead && <AuditHead {...data.auditHead} />}
              <a href="/about/moderation" class="link self-start py-2.5">
                {page.how}
              </a>
            </>
          )}
        </WhenLoaded>
      )}
    </Page>
  )
}

const monthFormat = byLanguage(
  (language) => new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' }),
)
const COLUMNS = [
  'reports',
  'medianHours',
  'removed',
  'restored',
  'sanctions',
  'appeals',
  'upheld',
  'overturned',
  'reveals',
] as const

function Months({ months, leastCount }: Told) {
  const words = transparencyText.months
  const told = months.filter((month) => COLUMNS.some((name) => month[name] !== null))
  if (told.length === 0) return <p class="text-base-content/80">{words.none(leastCount)}</p>
  return (
    <>
      <p class="text-base-content/80">{words.lead(leastCount)}</p>
      <ul class="flex flex-col gap-4">
        {told.map((month) => (
          <MonthCard key={month.month} month={month} />
        ))}
      </ul>
    </>
  )
}

/** A list, not a table: nine columns do not fit a phone. */
function MonthCard({ month }: { month: Month }) {
  const { names } = transparencyText.months
  return (
    <li class="card flex flex-col gap-3 p-4">
      <h2 class="text-lg font-semibold">{monthFormat(language.value).format(Date.parse(month.month))}</h2>
      <Facts of={COLUMNS.map((name) => [names[name], said(month, name)])} />
      {month.removedByRule.length > 0 && (
        <section class="flex flex-col gap-1">
          <h3 class="font-medium">{names.removedByRule}</h3>
          <Facts
            of={month.removedByRule.map((each) => [choiceLabel(each.rule), counted(each.count, language.value)])}
          />
        </section>
      )}
    </li>
  )
}

function said(month: Month, name: (typeof COLUMNS)[number]): string {
  const value = month[name]
  if (value === null) return '–'
  return name === 'medianHours' ? transparencyText.months.within(value) : counted(value, language.value)
}

const Facts = ({ of }: { of: readonly (readonly [name: string, value: string])[] }) => (
  <dl class="grid grid-cols-1 gap-x-8 gap-y-1 sm:grid-cols-2">
    {of.map(([name, value]) => (
      <div key={name} class="flex items-baseline justify-between gap-3">
        <dt class="text-base-content/80 min-w-0 wrap-anywhere">{name}</dt>
        <dd class="shrink-0 tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)

const dayFormat = byRegion((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }))

function AuditHead({ hash, day }: NonNullable<Told['auditHead']>) {
  const words = transparencyText.head
  return (
    <Section id="head" title={words.title} class="flex flex-col gap-2">
      <p class="text-base-content/80">{words.lead}</p>
      <p>
        <code class="wrap-anywhere">{hash}</code>
      </p>
      <p class="text-base-content/80 text-sm">{words.of(dayFormat(language.value).format(Date.parse(day)))}</p>
    </Section>
  )
}

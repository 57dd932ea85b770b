import type { Data } from '../../../../client/api'
import { api, envelope } from '../../../app/lib/api'
import { monthOf } from '../../../app/lib/months'
import { language } from '../../../app/texts/catalogue'
import { useFilters, useResource } from '../../lib/page'
import { accountsText } from '../../texts/accounts'
import { consoleText } from '../../texts/console'
import { Loaded, Panel } from '../../ui/panel'
import { RowForm } from '../../ui/record-dialog'

/** How many memberships end by a month, and the mails before it. */
export function MembershipsPage() {
  const { query } = useFilters()
  const by = query.by ? { by: query.by } : {}
  const preview = useResource('console-memberships', () => envelope(api.admin.memberships.preview.get({ query: by })))
  return (
    <Panel>
      <MonthChoice />
      <Loaded resource={preview}>{(data) => <Ending preview={data} by={by} />}</Loaded>
    </Panel>
  )
}

function MonthChoice() {
  const { query, narrow } = useFilters()
  const { memberships } = accountsText
  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    narrow({ by: String(new FormData(event.currentTarget as HTMLFormElement).get('by')) })
  }
  return (
    <form onSubmit={apply} class="flex flex-wrap items-end gap-3">
      <div class="flex min-w-0 max-w-full grow flex-col gap-1 sm:max-w-xs">
        <label for="by" class="text-sm font-medium">
          {memberships.by}
        </label>
        <select id="by" name="by" class="select w-full">
          {comingMonths().map((month) => (
            <option key={month} value={month} selected={month === query.by}>
              {monthOf(`${month}-01`, language.value)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="btn btn-outline">
        {memberships.show}
      </button>
    </form>
  )
}

type Props = { preview: Preview; by: { by?: string } }

function Ending({ preview, by }: Props) {
  const { memberships } = accountsText
  const { months, leastCount, members, ending } = preview
  if (months === 0) return <p>{memberships.never}</p>
  const month = monthOf(preview.by, language.value)
  return (
    <>
      <p class="text-base-content/80">{memberships.lead(written(months))}</p>
      <p class="font-medium">{memberships.ending(countOf(ending, leastCount), countOf(members, leastCount))}</p>
      {preview.groups.length > 0 && <Groups {...preview} />}
      <p class="text-base-content/80 text-sm">
        {memberships.coarse(written(leastCount))} {memberships.mails}
      </p>
      <RowForm
        class="btn-primary self-start"
        words={memberships.remind}
        title={memberships.reminding(month)}
        lead={memberships.pace}
        draft={null}
        send={() => envelope(api.admin.memberships.reminders.post(by))}
        done={memberships.reminded}
        onDone={() => undefined}
      />
    </>
  )
}

const written = (count: number): string => count.toLocaleString(language.value)

/** As the server gives it: rounded down, and nothing of few. */
function countOf(count: number | null, leastCount: number): string {
  const { memberships } = accountsText
  return count === null ? memberships.few(written(leastCount)) : `${written(count)}+`
}

type Preview = Data<typeof api.admin.memberships.preview.get>

function Groups({ groups, leastCount }: Preview) {
  const { memberships } = accountsText
  return (
    <div class="card">
      <table class="table">
        <caption class="sr-only">{consoleText.ways.memberships}</caption>
        <thead>
          <tr class="bg-base-200">
            <th scope="col">{consoleText.words.college}</th>
            {[accountsText.person.joined, memberships.ends, memberships.members].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody class="divide-base-300 divide-y">
          {groups.map(({ college, joined, ending, members }) => (
            <tr key={`${college.id} ${joined}`}>
              <th scope="row" class="sm:font-normal">
                {college.name}
              </th>
              <td data-name={accountsText.person.joined}>{joined}</td>
              <td data-name={memberships.ends}>{countOf(ending, leastCount)}</td>
              <td data-name={memberships.members}>{countOf(members, leastCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The next twelve months as the server names them, `2027-07`, the coming one first. */
const comingMonths = (now = new Date()): string[] =>
  Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + index)).toISOString().slice(0, 7),
  )

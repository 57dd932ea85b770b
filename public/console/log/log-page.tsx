import { pageOf, useFilters } from '../address'
import { Loaded } from '../parts/loaded'
import { Pager } from '../parts/pager'
import { Nothing, Panel, Rows } from '../parts/panel'
import { useResource } from '../resource'
import { recordsText } from '../texts/records'
import { nameAdministrators } from './actors'
import { readLog } from './log'
import { LogRow } from './log-entry'
import { LogFilters } from './log-filters'
import { isNarrowed } from './log-rules'

/** What was done here, by whom and when. */
export function LogPage() {
  const { query } = useFilters()
  const entries = useResource('console-log', async () => {
    // Names that came later would move the list.
    const [answer] = await Promise.all([readLog(query, pageOf(query)), nameAdministrators()])
    return answer
  })
  const { log } = recordsText
  return (
    <Panel title={log.title}>
      <LogFilters />
      <Loaded resource={entries}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <Nothing>{isNarrowed(query) ? log.noneFound : log.none}</Nothing>
          ) : (
            <>
              <Rows>
                {data.map((entry) => (
                  <LogRow key={entry.id} entry={entry} />
                ))}
              </Rows>
              <Pager pagination={pagination} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

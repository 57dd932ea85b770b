import { Loaded } from '../../components/loaded'
import { Pager } from '../../components/pager'
import { Nothing, Panel, Rows } from '../../components/panel'
import { pageNumber, useFilters } from '../../lib/address'
import { nameAdministrators } from '../../lib/audit/actors'
import { readLog } from '../../lib/audit/log'
import { isFiltered } from '../../lib/audit/log-rules'
import { useResource } from '../../lib/resource'
import { auditText } from '../../texts/audit'
import { LogRow } from './log-entry'
import { LogFilters } from './log-filters'

export function LogPage() {
  const { query } = useFilters()
  const entries = useResource('console-log', async () => {
    // Names that load later would move the list.
    const [answer] = await Promise.all([readLog(query, pageNumber(query)), nameAdministrators()])
    return answer
  })
  const { log } = auditText
  return (
    <Panel title={log.title}>
      <LogFilters />
      <Loaded resource={entries}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <Nothing>{isFiltered(query) ? log.noneFound : log.none}</Nothing>
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

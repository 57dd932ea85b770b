import { api, envelope } from '../../../app/lib/api'
import { type LogAddress, logQuery } from './log-rules'

const PAGE_SIZE = 50

const fetchLog = (query: ReturnType<typeof logQuery> & { page: number; limit: number }) =>
  envelope(api.admin.manage.logs.get({ query }))

export const readLog = (address: LogAddress, page: number) => fetchLog({ ...logQuery(address), page, limit: PAGE_SIZE })

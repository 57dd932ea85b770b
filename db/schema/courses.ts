import { uniqueIndex } from 'drizzle-orm/sqlite-core'
import { colleges } from './colleges'
import { id, idOf, known, oneOf, sqliteTable, string } from './columns'

/** The courses of a college. Who proposed one is stored nowhere, and no time leads there. */
export const courses = sqliteTable(
  'courses',
  {
    id: id(),
    collegeId: idOf(() => colleges.id),
    code: string(),
    /** By which codes are compared: in capitals, without spaces. */
    codeKey: string(),
    name: string(),
    /** A closed one keeps its threads and takes no new ones. */
    state: oneOf(['open', 'proposed', 'closed'], 'open'),
  },
  (table) => [uniqueIndex('courses_code').on(table.collegeId, table.codeKey), known('courses_state', table.state)],
)

import { asc } from 'drizzle-orm'
import { colleges } from '../../../db/schema/colleges'
import { statement } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { config } from '../../config'

const first = statement((orm) =>
  orm.select({ name: colleges.name }).from(colleges).orderBy(asc(colleges.id)).limit(1).prepare(),
)

/** What this Quad is called: the campus of the configuration, or the college that was there first. */
export async function campusName(): Promise<string> {
  return config.campus?.name ?? first(storage.reader).get()?.name ?? 'Quad'
}

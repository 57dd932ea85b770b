import { join } from 'node:path'
import { Glob } from 'bun'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'

const root = join(import.meta.dir, '../..')

/** The columns of each table of the schema. */
export async function columnsOfSchema(): Promise<Map<string, string[]>> {
  const files = [...new Glob('db/schema/*.ts').scanSync({ cwd: root })]
  const modules: object[] = await Promise.all(files.map((file) => import(join(root, file))))
  const tables = modules.flatMap((module) => Object.values(module).filter((each) => is(each, SQLiteTable)))
  return new Map(
    tables.map((table) => [getTableName(table), Object.values(getTableColumns(table)).map(({ name }) => name)]),
  )
}

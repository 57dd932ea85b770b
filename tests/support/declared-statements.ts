import type { Database } from 'bun:sqlite'
import type { SqlTypes } from '../../db/statement'

type Statement = { text: string; returns: SqlTypes; params: SqlTypes }

/** Texts, names in quotes and comments, in which nothing is a parameter; or a parameter. */
const LITERAL_OR_PARAMETER = /'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*|\$\w+/g

const parametersIn = (text: string): Set<string> =>
  new Set([...text.matchAll(LITERAL_OR_PARAMETER)].flatMap(([part]) => (part.startsWith('$') ? [part.slice(1)] : [])))

/** The schema's column behind a type, and what SQLite calls its type. */
function declaredOf(type: SqlTypes[string]): { column: string | undefined; sqlType: string } {
  const declared = 'declared' in type ? type.declared : type
  return typeof declared === 'string'
    ? { column: undefined, sqlType: declared }
    : { column: declared.name, sqlType: declared.getSQLType().toUpperCase() }
}

/**
 * Whether the text selects the column under that name: as `post_id AS postId`, where the names are equal bare, or as
 * `(SELECT value FROM …) AS vote`.
 */
const selects = (text: string, column: string, name: string) =>
  column === name
    ? new RegExp(`\\b${name}\\b`).test(text)
    : new RegExp(`\\b${column}( FROM (?:[^()]|\\([^()]*\\))*\\))? AS "?${name}\\b`, 'i').test(text)

/** Whether the column comes from the side of an outer join that may be missing. */
const isOuter = (text: string, column: string, name: string) =>
  [...text.matchAll(/\bLEFT JOIN \w+ (?<alias>\w+) ON\b/g)].some(({ groups }) =>
    new RegExp(
      `\\b${groups?.alias}\\.${column}\\b${column === name ? '(?=\\s*(,|FROM\\b|$))' : ` AS ${name}\\b`}`,
    ).test(text),
  )

/** An outer join finds the whole author or nothing: `toAuthor` looks at `authorId` alone. */
const NULL_WITH_AUTHOR_ID = ['username', 'branch', 'collegeId', 'collegeName']

/**
 * What is declared of a statement and is not so. A text has every parameter that is declared for it. SQLite says the type of a column that is read from a table, and nothing about an expression.
 */
export function wrongDeclarations(sqlite: Database, { text, returns, params }: Statement) {
  const { columnNames, declaredTypes } = sqlite.prepare(text)
  const bound = parametersIn(text)
  return [
    ...columnNames.filter((name, at) => columnNames.indexOf(name) !== at).map((name) => `${name} is returned twice`),
    ...columnNames.filter((name) => !(name in returns)).map((name) => `${name} is returned and not declared`),
    ...Object.keys(returns)
      .filter((name) => !columnNames.includes(name))
      .map((name) => `${name} is not returned`),
    ...[...bound].filter((name) => !(name in params)).map((name) => `$${name} is bound and not declared`),
    ...Object.keys(params)
      .filter((name) => !bound.has(name))
      .map((name) => `$${name} is not bound`),
    ...Object.entries(returns).flatMap(([name, type]) => {
      const actual = declaredTypes[columnNames.indexOf(name)]
      const { column, sqlType } = declaredOf(type)
      if (actual === null || actual === undefined) return []
      if (actual !== sqlType && sqlType !== 'ANY') return [`${name} is ${actual}, not ${sqlType}`]
      if (column === undefined) return []
      if (!selects(text, column, name)) return [`${name} is not the column ${column}`]
      const isExempt = 'authorId' in returns && NULL_WITH_AUTHOR_ID.includes(name)
      return !('declared' in type) && type.notNull && !isExempt && isOuter(text, column, name)
        ? [`${name} may be null`]
        : []
    }),
  ]
}

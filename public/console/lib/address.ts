import { useLocation } from 'preact-iso'
import { go } from '../../app/lib/navigation'

type Query = Record<string, string | undefined>

/** The path with changed parameters: empty ones are left out, and a changed filter starts at the first page. */
export function pathWith(path: string, query: Query, changes: Query): string {
  const params = { ...query, ...('page' in changes ? {} : { page: undefined }), ...changes }
  const search = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return search.size > 0 ? `${path}?${search}` : path
}

/** The filters of the page, which are kept in its URL, and a function that changes them. */
export function useFilters(): { query: Record<string, string>; narrow: (changes: Query) => void } {
  const { path, query } = useLocation()
  return { query, narrow: (changes) => go(pathWith(path, query, changes)) }
}

/** The page number in the URL. */
export const pageNumber = (query: Query): number => Math.max(1, Math.floor(Number(query.page)) || 1)

import { useLocation } from 'preact-iso'
import { go } from '../../app/lib/navigation'

type Query = Record<string, string | undefined>

/** The path with the query changed: what is empty does not stand in it, and other filters begin at the first page. */
export function pathWith(path: string, query: Query, changes: Query): string {
  const params = { ...query, ...('page' in changes ? {} : { page: undefined }), ...changes }
  const search = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return search.size > 0 ? `${path}?${search}` : path
}

/** What a page is narrowed down to, which stands in its address, and how to change it. */
export function useFilters(): { query: Record<string, string>; narrow: (changes: Query) => void } {
  const { path, query } = useLocation()
  return { query, narrow: (changes) => go(pathWith(path, query, changes)) }
}

/** The page of a list that the address names. */
export const pageNumber = (query: Query): number => Math.max(1, Math.floor(Number(query.page)) || 1)

import { api, envelope, type ResponseData } from '../../../app/lib/api'

const fetchPage = (query: { query?: string; page: number; limit: number }) =>
  envelope(api.moderation.words.get({ query }))

export const checkText = (text: string) => envelope(api.moderation.words.test.post({ text }))

export type BannedWord = ResponseData<ReturnType<typeof fetchPage>>['words'][number]
export type WordInput = Pick<BannedWord, 'word' | 'strictMode' | 'severity'>
export type Match = ResponseData<ReturnType<typeof checkText>>['matches'][number]

const PAGE_SIZE = 50

/** A page of the banned words; with a query, those that contain it in any spelling. */
export const readWords = (query: string | undefined, page: number) =>
  fetchPage({ page, limit: PAGE_SIZE, ...(query ? { query } : {}) })

export const createWord = (input: WordInput) => envelope(api.moderation.words.post(input))
export const changeWord = (id: string, input: WordInput) => envelope(api.moderation.words({ id }).patch(input))
export const deleteWord = (id: string) => envelope(api.moderation.words({ id }).delete())

export const SEVERITIES = ['mild', 'moderate', 'severe'] as const

/** A part of a text with its matches; without any it would be allowed. */
type Part = { text: string; found: Match[] }

/** The whole text, cut wherever a match starts or ends; matches may overlap. */
export function splitByMatches(text: string, matches: readonly Match[]): Part[] {
  const cuts = [0, text.length, ...matches.flatMap(({ start, end }) => [start, end])]
  const positions = [...new Set(cuts)].filter((place) => place >= 0 && place <= text.length).sort((a, b) => a - b)
  return positions.slice(1).map((end, before) => {
    const start = positions[before]!
    return { text: text.slice(start, end), found: matches.filter((match) => match.start < end && match.end > start) }
  })
}

import { api, envelope, type ResponseData } from '../../../app/lib/api'

const fetchPage = (query: { query?: string; page: number; limit: number }) =>
  envelope(api.moderation.words.get({ query }))

/** What the current rules would refuse in the text. */
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

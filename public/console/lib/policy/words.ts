import { api, envelope, type ResponseData } from '../../../app/lib/api'

const page = (query: { query?: string; page: number; limit: number }) => envelope(api.moderation.words.get({ query }))
const ask = (text: string) => envelope(api.moderation.words.test.post({ text }))

export type BannedWord = ResponseData<ReturnType<typeof page>>['words'][number]
export type WordInput = Pick<BannedWord, 'word' | 'strictMode' | 'severity'>
export type Match = ResponseData<ReturnType<typeof ask>>['matches'][number]

const SHOWN = 50

/** A page of the banned words; with a query, those that contain it in any spelling. */
export const readWords = (sought: string | undefined, at: number) =>
  page({ page: at, limit: SHOWN, ...(sought ? { query: sought } : {}) })

export const createWord = (input: WordInput) => envelope(api.moderation.words.post(input))
export const changeWord = (id: string, input: WordInput) => envelope(api.moderation.words({ id }).patch(input))
export const deleteWord = (id: string) => envelope(api.moderation.words({ id }).delete())

/** What the current rules would refuse in the text. */
export const checkText = ask

import { api, envelope, type Failure, fetchReauthenticated } from '../../../app/lib/api'
import { byRegion } from '../../../app/lib/dates'
import { language } from '../../../app/texts/catalogue'
import { type LogAddress, logQuery } from './log'

/** Whether the log is in order. */
export const readChain = () => envelope(api.admin.manage.logs.chain.get())

const days = byRegion((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }))

/** A day of the log, which begins at midnight UTC. */
export const formatDay = (day: string, language: string): string => days(language).format(Date.parse(day))

/** A file holds no more entries: the newest. */
export const MOST_EXPORTED = 10_000

export const FORMATS = ['csv', 'jsonl'] as const
export type Format = (typeof FORMATS)[number]

/** The query of the file with what the list shows; undefined where that is students' own, which no file holds. */
export function exportQuery(address: LogAddress, format: Format): string | undefined {
  const { by, ...picked } = logQuery(address)
  if (by === 'students' || (by === undefined && picked.actorId !== undefined)) return undefined
  return new URLSearchParams({ ...picked, ...(by === undefined ? {} : { by }), format }).toString()
}

type Saved = { success: true; data: undefined }

/** Saves the file. */
export async function saveFile(query: string, format: Format): Promise<Saved | Failure> {
  const headers = { 'accept-language': language.peek() }
  return envelope<Saved>(
    fetchReauthenticated(`/api/v1/admin/manage/logs/export?${query}`, { headers }).then(async (response) => {
      if (!response.ok) return { data: null, error: { value: await response.json() }, response }
      save(await response.blob(), `quad-audit-log.${format}`)
      return { data: { success: true, data: undefined }, error: null, response }
    }),
  )
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

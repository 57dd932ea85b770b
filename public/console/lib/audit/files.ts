import { api, envelope } from '../../../app/lib/api'
import { byRegion } from '../../../app/lib/dates'
import { saveFile } from '../../../app/lib/save-file'
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

/** Saves the file. */
export const saveLog = (query: string, format: Format): ReturnType<typeof saveFile> =>
  saveFile(`/api/v1/admin/manage/logs/export?${query}`, `quad-audit-log.${format}`)

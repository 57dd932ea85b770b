import { api, envelope, type ResponseData } from '../../../app/lib/api'

const month = (by: string) => (by === '' ? {} : { by })

export const previewMemberships = (by: string) => envelope(api.admin.memberships.preview.get({ query: month(by) }))
export const sendReminders = (by: string) => envelope(api.admin.memberships.reminders.post(month(by)))

export type Preview = ResponseData<ReturnType<typeof previewMemberships>>

/** The next twelve months as the server names them, `2027-07`, the coming one first. */
export const comingMonths = (now = new Date()): string[] =>
  Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + index)).toISOString().slice(0, 7),
  )

import { api, envelope, type ResponseData } from '../../../app/lib/api'
import { Resource } from '../page'

const readChecklist = () => envelope(api.admin.checklist.get())

export type Checklist = ResponseData<ReturnType<typeof readChecklist>>
export type Item = keyof Checklist['items']

/** Kept, so that whoever comes back to the first page sees it at once. */
export const checklist = new Resource(readChecklist)

/** In the order in which a campus is opened, and where each is done. */
export const WHERE: readonly (readonly [Item, (items: Checklist['items']) => string])[] = [
  ['mail', () => '/console/settings#mailTest'],
  ['addresses', () => '/console/settings#addresses'],
  ['pages', ({ pages }) => `/console/settings#${pages === 'no_contact' ? 'contactPage' : 'rulesPage'}`],
  ['look', () => '/console/colleges'],
  ['moderators', () => '/console/invitations'],
  ['posts', () => '/new'],
  ['backup', () => '/docs/operating.md'],
  ['poster', () => '/console/poster'],
]

export const countDone = (items: Checklist['items']): number =>
  Object.values(items).filter((state) => state === 'done').length

export const notePoster = () => envelope(api.admin.checklist.poster.post())

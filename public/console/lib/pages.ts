import type { ConsolePath } from '../../../src/pages/client-paths'
import { me } from '../../app/lib/me'
import { accountsText } from '../texts/accounts'
import { checklistText } from '../texts/checklist'
import { consoleText } from '../texts/console'
import { invitationsText } from '../texts/invitations'
import { webhooksText } from '../texts/webhooks'
import { type Overview, overview } from './overview'

export const GROUPS = ['today', 'desk', 'people', 'campus', 'server'] as const
export type Group = (typeof GROUPS)[number]

type ConsolePage = {
  group: Group
  /** Its name; a page about one record has the name of that. */
  way?: Exclude<keyof typeof consoleText.ways, 'label' | 'waiting'>
  waiting?: (overview: Overview) => number
  /** What others read in its place. */
  ofSuperadmins?: () => { superadminsOnly: string }
}

/** In the order of the navigation; the components are in `console.tsx`. */
export const CONSOLE_PAGES: Record<ConsolePath, ConsolePage> = {
  '/console': { group: 'today', way: 'dashboard' },
  '/console/reports': { group: 'desk', way: 'reports', waiting: ({ reports }) => reports.targets },
  '/console/held': { group: 'desk', way: 'held', waiting: ({ held }) => held.waiting },
  '/console/appeals': { group: 'desk', way: 'appeals', waiting: ({ appeals }) => appeals.open },
  '/console/sign-ups': { group: 'desk', way: 'signUps', waiting: ({ signUps }) => signUps.waiting },
  '/console/requests': { group: 'desk', way: 'requests', waiting: (counts) => counts.collegeRequests.pending },
  '/console/posts': { group: 'desk', way: 'posts' },
  '/console/posts/:id': { group: 'desk' },
  '/console/people': { group: 'people', way: 'people' },
  '/console/people/:id': { group: 'people' },
  '/console/memberships': { group: 'people', way: 'memberships', ofSuperadmins: () => accountsText.memberships },
  '/console/invitations': { group: 'people', way: 'invitations', ofSuperadmins: () => invitationsText.list },
  '/console/colleges': { group: 'campus', way: 'colleges' },
  '/console/branches': { group: 'campus', way: 'branches' },
  '/console/words': { group: 'campus', way: 'words' },
  '/console/poster': { group: 'campus', way: 'poster', ofSuperadmins: () => checklistText.page },
  '/console/settings': { group: 'server', way: 'settings' },
  '/console/webhooks': { group: 'server', way: 'webhooks', ofSuperadmins: () => webhooksText.list },
  '/console/log': { group: 'server', way: 'log' },
  '/console/feedback': { group: 'server', way: 'feedback', waiting: ({ feedback }) => feedback.new },
}

/** Of which page the address is; undefined where there is none. */
export function pageAt(address: string): ConsolePath | undefined {
  const [, , area = '', id] = address.split('/')
  const path = `/console${area && `/${area}`}${id ? '/:id' : ''}`
  return path in CONSOLE_PAGES ? (path as ConsolePath) : undefined
}

export function nameOf(path: ConsolePath): string {
  const { way } = CONSOLE_PAGES[path]
  return way === undefined ? '' : consoleText.ways[way]
}

/** How much of it waits, as far as that is known. */
export const waitingAt = (path: ConsolePath): number =>
  (overview.data.value && CONSOLE_PAGES[path].waiting?.(overview.data.value)) ?? 0

/** What others read in place of the page, where the viewer may not have it. */
export const refusalOf = (path: ConsolePath): string | undefined =>
  me.value?.role === 'superadmin' ? undefined : CONSOLE_PAGES[path].ofSuperadmins?.().superadminsOnly

/** The pages that have a name of their own and that the viewer may have. */
export const openPages = (): ConsolePath[] =>
  (Object.keys(CONSOLE_PAGES) as ConsolePath[]).filter(
    (path) => CONSOLE_PAGES[path].way !== undefined && refusalOf(path) === undefined,
  )

import { signal } from '@preact/signals'
import type { ConsolePath } from '../../../src/pages/client-paths'
import { me } from '../../app/lib/me'
import { accountsText } from '../texts/accounts'
import { collegesText } from '../texts/colleges'
import { consoleText } from '../texts/console'
import { courseWords } from '../texts/courses'
import { invitationsText } from '../texts/invitations'
import { policyText } from '../texts/policy'
import { webhooksText } from '../texts/webhooks'
import { type Overview, overview } from './overview'

export const GROUPS = ['today', 'desk', 'people', 'campus', 'server'] as const
export type Group = (typeof GROUPS)[number]

/** The keys on every page of the console. A digit leads to a group, in the order of the navigation. */
export const EVERYWHERE: Readonly<Record<'search' | 'help' | Group, readonly string[]>> = {
  search: ['/'],
  help: ['?'],
  today: ['1'],
  desk: ['2'],
  people: ['3'],
  campus: ['4'],
  server: ['5'],
}

type ConsolePage = {
  group: Group
  /** Its name; a page about one record has the name of that. */
  way?: Exclude<keyof typeof consoleText.ways, 'label' | 'waiting'>
  /** What else people call it, in both languages. */
  find?: string
  /** What the button says that opens a form there. */
  act?: () => string
  waiting?: (overview: Overview) => number
  /** What others read in its place. */
  ofSuperadmins?: () => { superadminsOnly: string }
}

/** In the order of the navigation; the components are in `console.tsx`. */
export const CONSOLE_PAGES: Record<ConsolePath, ConsolePage> = {
  '/console': { group: 'today', way: 'dashboard', find: 'overview numbers charts checklist alerts backups बैकअप' },
  '/console/reports': { group: 'desk', way: 'reports', find: 'queue spam', waiting: ({ reports }) => reports.targets },
  '/console/held': { group: 'desk', way: 'held', find: 'approve रोके', waiting: ({ held }) => held.waiting },
  '/console/appeals': { group: 'desk', way: 'appeals', find: 'unban', waiting: ({ appeals }) => appeals.open },
  '/console/sign-ups': { group: 'desk', way: 'signUps', find: 'approve', waiting: ({ signUps }) => signUps.waiting },
  '/console/requests': { group: 'desk', way: 'requests', find: 'domain', waiting: (of) => of.collegeRequests.pending },
  '/console/posts': { group: 'desk', way: 'posts', find: 'moderation content threads removed pinned मॉडरेशन' },
  '/console/posts/:id': { group: 'desk' },
  '/console/classifier': {
    group: 'desk',
    way: 'classifier',
    find: 'toxicity scores threshold hold shadow learn ai स्कोर',
  },
  '/console/people': { group: 'people', way: 'people', find: 'users students ban suspend role notes लोग स्टूडेंट' },
  '/console/people/:id': { group: 'people' },
  '/console/memberships': {
    ...{ group: 'people', way: 'memberships', find: 'alumni renew expire remind' },
    ...{ act: () => accountsText.memberships.remind, ofSuperadmins: () => accountsText.memberships },
  },
  '/console/invitations': {
    ...{ group: 'people', way: 'invitations', find: 'invite moderator admin बुलाएँ' },
    ...{ act: () => invitationsText.list.add, ofSuperadmins: () => invitationsText.list },
  },
  '/console/colleges': { group: 'campus', way: 'colleges', find: 'logo', act: () => collegesText.colleges.add },
  '/console/branches': { group: 'campus', way: 'branches', find: 'subjects', act: () => collegesText.branches.add },
  '/console/courses': { group: 'campus', way: 'courses', find: 'classes csv', act: () => courseWords.courses.add },
  '/console/words': { group: 'campus', way: 'words', find: 'policy filter slurs नीति', act: () => policyText.list.add },
  '/console/poster': { group: 'campus', way: 'poster', find: 'qr code print join whatsapp class group share प्रिंट' },
  '/console/settings': { group: 'server', way: 'settings', find: 'configuration options preferences policy' },
  '/console/webhooks': {
    ...{ group: 'server', way: 'webhooks', find: 'api bot integration events' },
    ...{ act: () => webhooksText.list.add, ofSuperadmins: () => webhooksText.list },
  },
  '/console/log': { group: 'server', way: 'log', find: 'history who export csv download transparency इतिहास' },
  '/console/feedback': {
    group: 'server',
    way: 'feedback',
    find: 'bugs ideas',
    waiting: ({ feedback }) => feedback.new,
  },
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

export const pagesOf = (group: Group): ConsolePath[] =>
  openPages().filter((path) => CONSOLE_PAGES[path].group === group)

/** The form that was asked for from elsewhere: it opens when its button is there. */
export const asked = signal<{ path: string; act: string } | undefined>(undefined)

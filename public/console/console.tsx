import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ConsolePath } from '../../src/pages/client-paths'
import { MembersOnly } from '../app/campus/auth/members-only'
import { me } from '../app/lib/me'
import { language } from '../app/texts/catalogue'
import { text } from '../app/texts/core'
import { Page, PageLink } from '../app/ui/page'
import { PeoplePage } from './campus/accounts/people-page'
import { PersonPage } from './campus/accounts/person-page'
import { SignUpsPage } from './campus/auth/sign-ups-page'
import { BranchesPage } from './campus/colleges/branches-page'
import { CollegesPage } from './campus/colleges/colleges-page'
import { RequestsPage } from './campus/colleges/requests-page'
import { InvitationsPage } from './campus/invitations/invitations-page'
import { MembershipsPage } from './campus/membership/memberships-page'
import { HeldPage } from './forum/held/held-page'
import { PostPage } from './forum/posts/post-page'
import { PostsPage } from './forum/posts/posts-page'
import { PosterPage } from './keeping/checklist/poster-page'
import { DashboardPage } from './keeping/dashboard/dashboard-page'
import { SettingsPage } from './keeping/settings/settings-page'
import { loadOverview, type Overview, overview } from './lib/overview'
import { AppealsPage } from './order/appeals/appeals-page'
import { LogPage } from './order/audit/log-page'
import { WordsPage } from './order/policy/words-page'
import { ReportsPage } from './order/reports/reports-page'
import { FeedbackPage } from './parts/feedback/feedback-page'
import { WebhooksPage } from './parts/webhooks/webhooks-page'
import { accountsText } from './texts/accounts'
import { checklistText } from './texts/checklist'
import { consoleText } from './texts/console'
import { invitationsText } from './texts/invitations'
import { webhooksText } from './texts/webhooks'
import { Panel, Told } from './ui/panel'

type Way = Exclude<keyof typeof consoleText.ways, 'label' | 'waiting'>
type Shown = {
  page: ComponentType
  way?: Way
  waiting?: (overview: Overview) => number
  /** What others read in its place. */
  ofSuperadmins?: () => { title?: string; superadminsOnly: string }
}

/** In the order of the navigation, which shows those that have a name there; pages about one record read its id. */
const CONSOLE_PAGES: Record<ConsolePath, Shown> = {
  '/console': { page: DashboardPage, way: 'dashboard' },
  '/console/reports': { page: ReportsPage, way: 'reports', waiting: ({ reports }) => reports.targets },
  '/console/held': { page: HeldPage, way: 'held', waiting: ({ held }) => held.waiting },
  '/console/appeals': { page: AppealsPage, way: 'appeals', waiting: ({ appeals }) => appeals.open },
  '/console/people': { page: PeoplePage, way: 'people' },
  '/console/people/:id': { page: PersonPage },
  '/console/posts': { page: PostsPage, way: 'posts' },
  '/console/posts/:id': { page: PostPage },
  '/console/colleges': { page: CollegesPage, way: 'colleges' },
  '/console/requests': { page: RequestsPage, way: 'requests', waiting: (counts) => counts.collegeRequests.pending },
  '/console/sign-ups': { page: SignUpsPage, way: 'signUps', waiting: ({ signUps }) => signUps.waiting },
  '/console/branches': { page: BranchesPage, way: 'branches' },
  '/console/memberships': { page: MembershipsPage, way: 'memberships', ofSuperadmins: () => accountsText.memberships },
  '/console/words': { page: WordsPage, way: 'words' },
  '/console/feedback': { page: FeedbackPage, way: 'feedback', waiting: ({ feedback }) => feedback.new },
  '/console/log': { page: LogPage, way: 'log' },
  '/console/invitations': { page: InvitationsPage, way: 'invitations', ofSuperadmins: () => invitationsText.list },
  '/console/webhooks': { page: WebhooksPage, way: 'webhooks', ofSuperadmins: () => webhooksText.list },
  '/console/poster': { page: PosterPage, ofSuperadmins: () => checklistText.page },
  '/console/settings': { page: SettingsPage, way: 'settings' },
}

export function Console() {
  return (
    <MembersOnly unfinished>
      {me.value?.role === 'user' ? (
        <Page title={consoleText.refused.title} lead={consoleText.refused.lead}>
          <PageLink href="/">{text.frame.home}</PageLink>
        </Page>
      ) : (
        <Desk />
      )}
    </MembersOnly>
  )
}

function Desk() {
  const { path } = useLocation()
  useEffect(() => {
    loadOverview()
  }, [])
  const [, area = '', sub] = path.replace(/\/$/, '').slice(1).split('/')
  const shown = CONSOLE_PAGES[`/console${area && `/${area}`}${sub ? '/:id' : ''}` as ConsolePath]
  const refused = me.value?.role === 'superadmin' ? undefined : shown?.ofSuperadmins?.()
  return (
    <div class="grid grid-cols-1 items-start gap-x-6 gap-y-5 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <ConsoleNav path={`/console${area && `/${area}`}`} />
      {refused ? (
        <Panel key={path} title={shown?.way ? consoleText.ways[shown.way] : (refused.title ?? '')}>
          <Told>{refused.superadminsOnly}</Told>
        </Panel>
      ) : (
        shown && <shown.page key={path} />
      )}
    </div>
  )
}

/** The sections of the console with their open counts: a column on wide screens, else a row that scrolls sideways. */
function ConsoleNav({ path }: { path: string }) {
  const list = useRef<HTMLUListElement>(null)
  // Scrolls the row, not the page, so that the current section is visible; again when the counts have made it wider.
  useEffect(() => {
    const taken = list.current?.querySelector('[aria-current]')?.parentElement
    if (taken) list.current!.scrollLeft = taken.offsetLeft - (list.current!.clientWidth - taken.offsetWidth) / 2
  }, [path, overview.data.value])
  return (
    <nav aria-label={consoleText.ways.label} class="-mx-4 lg:sticky lg:top-8 lg:mx-0">
      <ul ref={list} class="relative flex gap-1 overflow-x-auto px-4 pb-1 lg:flex-col lg:overflow-visible lg:px-0">
        {Object.entries(CONSOLE_PAGES).map(([to, shown]) => (
          <WayLink key={to} to={to} isHere={to === path} {...shown} />
        ))}
      </ul>
    </nav>
  )
}

function WayLink({ to, isHere, way, waiting, ofSuperadmins }: Shown & { to: string; isHere: boolean }) {
  if (way === undefined || (ofSuperadmins && me.value?.role !== 'superadmin')) return null
  const look = isHere ? 'bg-primary/10 text-primary font-semibold' : 'hover:bg-base-200'
  return (
    <li class="shrink-0">
      <a
        href={to}
        aria-current={isHere ? 'page' : undefined}
        class={`rounded-field flex items-center justify-between gap-2 tap px-3 py-1.5 ${look}`}
      >
        {consoleText.ways[way]}
        <Waiting count={overview.data.value && waiting?.(overview.data.value)} />
      </a>
    </li>
  )
}

function Waiting({ count }: { count: number | undefined }) {
  if (!count) return null
  const formatted = count.toLocaleString(language.value)
  return (
    <span class="badge badge-sm badge-primary tabular-nums">
      <span aria-hidden="true">{formatted}</span>
      <span class="sr-only">{consoleText.ways.waiting(formatted)}</span>
    </span>
  )
}

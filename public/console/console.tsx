import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ConsolePath } from '../../src/pages/client-paths'
import { MembersOnly } from '../app/campus/auth/members-only'
import { me } from '../app/lib/me'
import { go } from '../app/lib/navigation'
import { text } from '../app/texts/core'
import { useLate } from '../app/ui/late'
import { Page, PageLink } from '../app/ui/page'
import { PeoplePage } from './campus/accounts/people-page'
import { PersonPage } from './campus/accounts/person-page'
import { SignUpsPage } from './campus/auth/sign-ups-page'
import { BranchesPage } from './campus/colleges/branches-page'
import { CollegesPage } from './campus/colleges/colleges-page'
import { RequestsPage } from './campus/colleges/requests-page'
import { CoursesPage } from './campus/courses/courses-page'
import { InvitationsPage } from './campus/invitations/invitations-page'
import { MembershipsPage } from './campus/membership/memberships-page'
import { HeldPage } from './forum/held/held-page'
import { PostPage } from './forum/posts/post-page'
import { PostsPage } from './forum/posts/posts-page'
import { ConsoleNav } from './frame/console-nav'
import { KeysDialog, opensSearch } from './frame/keys'
import { PosterPage } from './keeping/checklist/poster-page'
import { DashboardPage } from './keeping/dashboard/dashboard-page'
import { SettingsPage } from './keeping/settings/settings-page'
import { loadOverview } from './lib/overview'
import { asked, EVERYWHERE, pageAt, pagesOf, refusalOf } from './lib/pages'
import { AppealsPage } from './order/appeals/appeals-page'
import { LogPage } from './order/audit/log-page'
import { useKeys } from './order/moderation/desk-bar'
import { WordsPage } from './order/policy/words-page'
import { ReportsPage } from './order/reports/reports-page'
import { ClassifierPage } from './parts/classifier/classifier-page'
import { FeedbackPage } from './parts/feedback/feedback-page'
import { WebhooksPage } from './parts/webhooks/webhooks-page'
import { consoleText } from './texts/console'
import { Panel, Told } from './ui/panel'

const PAGES: Record<ConsolePath, ComponentType> = {
  '/console': DashboardPage,
  '/console/reports': ReportsPage,
  '/console/held': HeldPage,
  '/console/appeals': AppealsPage,
  '/console/people': PeoplePage,
  '/console/people/:id': PersonPage,
  '/console/posts': PostsPage,
  '/console/posts/:id': PostPage,
  '/console/colleges': CollegesPage,
  '/console/requests': RequestsPage,
  '/console/sign-ups': SignUpsPage,
  '/console/branches': BranchesPage,
  '/console/courses': CoursesPage,
  '/console/memberships': MembershipsPage,
  '/console/classifier': ClassifierPage,
  '/console/words': WordsPage,
  '/console/feedback': FeedbackPage,
  '/console/log': LogPage,
  '/console/invitations': InvitationsPage,
  '/console/webhooks': WebhooksPage,
  '/console/poster': PosterPage,
  '/console/settings': SettingsPage,
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
  const opened = useSignal<'search' | 'keys' | undefined>(undefined)
  const close = () => {
    opened.value = undefined
  }
  useEffect(() => {
    loadOverview()
  }, [])
  useEffect(() => {
    if (asked.peek()?.path !== path) asked.value = undefined
  }, [path])
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!opensSearch(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      opened.value = 'search'
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  useKeys(EVERYWHERE, (name) => {
    if (name === 'search') opened.value = 'search'
    else if (name === 'help') opened.value = 'keys'
    else go(pagesOf(name)[0]!)
  })
  const Search = useLate(
    () => import('./frame/search-dialog').then(({ SearchDialog }) => SearchDialog),
    opened.value === 'search',
  )
  const at = pageAt(path)
  if (at === undefined) return null
  const refused = refusalOf(at)
  const Shown = PAGES[at]
  return (
    <div class="grid grid-cols-1 items-start gap-x-6 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <ConsoleNav path={at} onSearch={() => (opened.value = 'search')} onKeys={() => (opened.value = 'keys')} />
      {refused === undefined ? (
        <Shown key={path} />
      ) : (
        <Panel key={path}>
          <Told>{refused}</Told>
        </Panel>
      )}
      {opened.value === 'search' && Search && <Search onClose={close} />}
      {opened.value === 'keys' && <KeysDialog onClose={close} />}
    </div>
  )
}

import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ConsolePath } from '../../src/api/pages/client-paths'
import { MembersOnly } from '../app/components/auth/members-only'
import { Page } from '../app/components/page'
import { me } from '../app/lib/accounts/me'
import { text } from '../app/texts/core'
import { ConsoleNav } from './components/console-nav'
import { loadOverview } from './lib/dashboard/overview'
import { PeoplePage } from './pages/accounts/people-page'
import { PersonPage } from './pages/accounts/person-page'
import { LogPage } from './pages/audit/log-page'
import { BranchesPage } from './pages/colleges/branches-page'
import { CollegesPage } from './pages/colleges/colleges-page'
import { RequestsPage } from './pages/colleges/requests-page'
import { DashboardPage } from './pages/dashboard/dashboard-page'
import { FeedbackPage } from './pages/feedback/feedback-page'
import { WordsPage } from './pages/policy/words-page'
import { PostPage } from './pages/posts/post-page'
import { PostsPage } from './pages/posts/posts-page'
import { ReportsPage } from './pages/reports/reports-page'
import { SettingsPage } from './pages/settings/settings-page'
import { consoleText } from './texts/console'

/** Pages about one record read its id from the route. */
const CONSOLE_PAGES: Record<ConsolePath, ComponentType> = {
  '/console': DashboardPage,
  '/console/reports': ReportsPage,
  '/console/people': PeoplePage,
  '/console/people/:id': PersonPage,
  '/console/posts': PostsPage,
  '/console/posts/:id': PostPage,
  '/console/colleges': CollegesPage,
  '/console/requests': RequestsPage,
  '/console/branches': BranchesPage,
  '/console/words': WordsPage,
  '/console/feedback': FeedbackPage,
  '/console/log': LogPage,
  '/console/settings': SettingsPage,
}

/** The console: its navigation, and the page that the URL names. */
export function Console() {
  return (
    <MembersOnly unfinished>
      {me.value?.role === 'user' ? (
        <Page title={consoleText.refused.title} lead={consoleText.refused.lead}>
          <a href="/" class="btn btn-primary w-full sm:w-auto sm:self-start">
            {text.frame.home}
          </a>
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
  const Shown = CONSOLE_PAGES[`/console${area && `/${area}`}${sub ? '/:id' : ''}` as ConsolePath]
  return (
    <div class="grid grid-cols-1 items-start gap-x-8 gap-y-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <ConsoleNav path={`/console${area && `/${area}`}`} />
      {Shown && <Shown key={path} />}
    </div>
  )
}

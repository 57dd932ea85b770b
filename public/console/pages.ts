import type { ComponentType } from 'preact'
import type { ConsolePath } from '../../src/modules/pages/client-paths'
import { BranchesPage } from './campus/branches-page'
import { CollegesPage } from './campus/colleges-page'
import { RequestsPage } from './campus/requests-page'
import { PostPage } from './content/post-page'
import { PostsPage } from './content/posts-page'
import { FeedbackPage } from './feedback/feedback-page'
import { LogPage } from './log/log-page'
import { DashboardPage } from './overview/dashboard-page'
import { PeoplePage } from './people/people-page'
import { PersonPage } from './people/person-page'
import { ReportsPage } from './reports/reports-page'
import { SettingsPage } from './settings/settings-page'
import { WordsPage } from './words/words-page'

/** Each page of the console; those about one record find its id in the route. */
export const CONSOLE_PAGES: Record<ConsolePath, ComponentType> = {
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

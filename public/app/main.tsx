import { type ComponentType, render } from 'preact'
import { useEffect } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { type ClientPath, CONSOLE_PATHS, type ConsolePath } from '../../src/api/pages/client-paths'
import { Frame } from './components/frame/frame'
import { arrive } from './components/page'
import { startSession } from './lib/auth/session'
import { loadInstance } from './lib/instance'
import { startLanguage } from './lib/language'
import { bindRoute } from './lib/navigation'
import { reloadOnce } from './lib/outdated'
import { keepPlaces } from './lib/scroll-restoration'
import { paint, theme } from './lib/theme'
import { NotFoundPage } from './pages/not-found-page'
import { FeedPage } from './pages/posts/feed-page'
import { UnreachablePage } from './pages/unreachable-page'
import { textsReady } from './texts/catalogue'

/** A page that is fetched when it is first shown, with its texts. */
const rare = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    try {
      const page = await load()
      await textsReady()
      return page
    } catch {
      // Until the page that replaces this one is there, nothing else is shown.
      return reloadOnce() ? new Promise<never>(() => undefined) : UnreachablePage
    }
  })

const Console = rare(() => import('../console/console').then((page) => page.Console))

const PAGES: Record<Exclude<ClientPath, ConsolePath>, ComponentType> = {
  '/': FeedPage,
  '/new': rare(() => import('./pages/posts/new-post-page').then((page) => page.NewPostPage)),
  '/post/:id': rare(() => import('./pages/posts/post-page').then((page) => page.PostPage)),
  '/post/:id/edit': rare(() => import('./pages/posts/edit-post-page').then((page) => page.EditPostPage)),
  '/saved': rare(() => import('./pages/bookmarks/saved-page').then((page) => page.SavedPage)),
  '/u/:id': rare(() => import('./pages/accounts/profile-page').then((page) => page.ProfilePage)),
  '/people': rare(() => import('./pages/accounts/people-page').then((page) => page.PeoplePage)),
  '/college': rare(() => import('./pages/colleges/college-page').then((page) => page.CollegePage)),
  '/inbox': rare(() => import('./pages/notifications/inbox-page').then((page) => page.InboxPage)),
  '/settings': rare(() => import('./pages/settings/settings-page').then((page) => page.SettingsPage)),
  '/feedback': rare(() => import('./pages/feedback/feedback-page').then((page) => page.FeedbackPage)),
  '/join': rare(() => import('./pages/auth/join-page').then((page) => page.JoinPage)),
  '/login': rare(() => import('./pages/auth/login-page').then((page) => page.LoginPage)),
  '/reset': rare(() => import('./pages/auth/reset-page').then((page) => page.ResetPage)),
  '/setup': rare(() => import('./pages/setup/setup-page').then((page) => page.SetupPage)),
}

/** What the server answers itself: the router leaves links to these alone. */
const OWN_PATHS = /^\/(?!api\/|docs\/|uploads\/)/

function App() {
  return (
    <LocationProvider scope={OWN_PATHS}>
      <Navigation />
      <Frame>
        <ErrorBoundary>
          <Router onRouteChange={arrive}>
            {Object.entries(PAGES).map(([path, page]) => (
              <Route key={path} path={path} component={page} />
            ))}
            {CONSOLE_PATHS.map((path) => (
              <Route key={path} path={path} component={Console} />
            ))}
            <Route default component={NotFoundPage} />
          </Router>
        </ErrorBoundary>
      </Frame>
    </LocationProvider>
  )
}

/** Lets the program change the page, too. */
function Navigation() {
  const { route } = useLocation()
  useEffect(() => bindRoute(route), [route])
  return null
}

paint(theme.value)
startLanguage()
keepPlaces()
loadInstance()
startSession()
// An `await` at the top of a module would cost the bundle three kilobytes of wrappers.
textsReady().then(() => {
  render(<App />, document.getElementById('app')!)
  // What somebody who reads the list most likely opens next.
  if (location.pathname === '/')
    globalThis.requestIdleCallback?.(() => import('./pages/posts/post-page').catch(() => undefined))
})
addEventListener('load', () =>
  import('./lib/offline').then(({ surviveOffline }) => surviveOffline()).catch(() => undefined),
)

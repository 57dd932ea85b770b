import { type ComponentType, render } from 'preact'
import { useEffect } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { CLIENT_PATHS, type ClientPath } from '../../src/modules/pages/client-paths'
import { loadInstance } from './instance'
import { bindRoute } from './navigation'
import { FeedPage } from './pages/feed'
import { NotFoundPage } from './pages/not-found'
import { UnreachablePage } from './pages/unreachable'
import { Frame } from './parts/frame'
import { arrive } from './parts/page'
import { keepPlaces } from './places'
import { startSession } from './session'
import { textsReady } from './texts/catalogue'
import { paint, theme } from './theme'

/** A page that is fetched when it is first shown, with its texts. */
const rare = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    try {
      const page = await load()
      await textsReady()
      return page
    } catch {
      return UnreachablePage
    }
  })

const PostPage = rare(() => import('./pages/post').then((page) => page.PostPage))

const PAGES: Record<ClientPath, ComponentType> = {
  '/': FeedPage,
  '/new': rare(() => import('./pages/new-post').then((page) => page.NewPostPage)),
  '/post/:id': PostPage,
  '/post/:id/edit': rare(() => import('./pages/edit-post').then((page) => page.EditPostPage)),
  '/saved': rare(() => import('./pages/saved').then((page) => page.SavedPage)),
  '/join': rare(() => import('./pages/join').then((page) => page.JoinPage)),
  '/login': rare(() => import('./pages/login').then((page) => page.LoginPage)),
  '/reset': rare(() => import('./pages/reset').then((page) => page.ResetPage)),
  '/setup': rare(() => import('./pages/setup').then((page) => page.SetupPage)),
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
            {CLIENT_PATHS.map((path) => (
              <Route key={path} path={path} component={PAGES[path]} />
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
keepPlaces()
loadInstance()
startSession()
// An `await` at the top of a module would cost the bundle three kilobytes of wrappers.
textsReady().then(() => {
  render(<App />, document.getElementById('app')!)
  // What somebody who reads the list most likely opens next.
  if (location.pathname === '/') globalThis.requestIdleCallback?.(() => PostPage.preload())
})

import { render } from 'preact'
import { ErrorBoundary, LocationProvider, lazy, Route, Router } from 'preact-iso'
import { loadInstance } from './instance'
import { LandingPage } from './pages/landing'
import { NotFoundPage } from './pages/not-found'
import { Frame } from './parts/frame'

const LoginPage = lazy(() => import('./pages/login').then((page) => page.LoginPage))
const ResetPage = lazy(() => import('./pages/reset').then((page) => page.ResetPage))
const SetupPage = lazy(() => import('./pages/setup').then((page) => page.SetupPage))

/** What the server answers itself: the router leaves links to these alone. */
const CLIENT_PATHS = /^\/(?!api\/|docs\/|uploads\/)/

const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })

function App() {
  return (
    <LocationProvider scope={CLIENT_PATHS}>
      <Frame>
        <ErrorBoundary>
          <Router onRouteChange={focusMain}>
            <Route path="/" component={LandingPage} />
            <Route path="/login" component={LoginPage} />
            <Route path="/reset" component={ResetPage} />
            <Route path="/setup" component={SetupPage} />
            <Route default component={NotFoundPage} />
          </Router>
        </ErrorBoundary>
      </Frame>
    </LocationProvider>
  )
}

loadInstance()
render(<App />, document.getElementById('app')!)

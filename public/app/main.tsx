import { signal } from '@preact/signals'
import { type ComponentType, render } from 'preact'
import { useEffect } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { type ClientPath, CONSOLE_PATHS, type ConsolePath } from '../../src/pages/client-paths'
import { startSession } from './campus/auth/session'
import { FeedPage } from './forum/posts/feed-page'
import { Frame } from './frame/frame'
import { silenceOnLeaving } from './lib/announcements'
import { onReauthentication } from './lib/api'
import { applyTheme, startAccountLanguage, startHue, startLanguage, theme } from './lib/appearance'
import { fetchFace, showFetchedFace, showKnownFace } from './lib/display-face'
import { announceFailure, failureMessage } from './lib/failures'
import { keepFocusInView } from './lib/focus-in-view'
import { isKeptOut, loadInstance } from './lib/instance'
import { bindRoute } from './lib/navigation'
import { missingPart } from './lib/parts'
import { startScrollRestoration } from './lib/scroll-restoration'
import { textsReady } from './texts/catalogue'
import { text } from './texts/core'
import { focusPageHeading, Page, PageLink } from './ui/page'

/** A page that is loaded with its texts when it is first shown. */
const lazyPage = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    try {
      const page = await load()
      await textsReady()
      return page
    } catch {
      const why = failureMessage(await missingPart())
      return () => <UnreachablePage why={why} />
    }
  })

const Console = lazyPage(() => import('../console/console').then((page) => page.Console))

const About = lazyPage(() => import('./campus/about/about-page').then((page) => page.AboutPage))

const MembersRead = lazyPage(() => import('./campus/auth/members-read-page').then((page) => page.MembersReadPage))

/** A page of what people wrote. */
const forReaders = (Shown: ComponentType) => () => (isKeptOut() ? <MembersRead /> : <Shown />)

const PAGES: Record<Exclude<ClientPath, ConsolePath>, ComponentType> = {
  '/': forReaders(FeedPage),
  '/new': lazyPage(() => import('./forum/posts/write-post-page').then((page) => page.NewPostPage)),
  '/drafts': lazyPage(() => import('./forum/posts/drafts-page').then((page) => page.DraftsPage)),
  '/post/:id': forReaders(lazyPage(() => import('./forum/posts/post-page').then((page) => page.PostPage))),
  '/post/:id/edit': lazyPage(() => import('./forum/posts/write-post-page').then((page) => page.EditPostPage)),
  '/saved': lazyPage(() => import('./forum/bookmarks/saved-page').then((page) => page.SavedPage)),
  '/u/:id': lazyPage(() => import('./campus/accounts/profile-page').then((page) => page.ProfilePage)),
  '/people': lazyPage(() => import('./campus/accounts/people-page').then((page) => page.PeoplePage)),
  '/college': lazyPage(() => import('./campus/colleges/college-page').then((page) => page.CollegePage)),
  '/courses': lazyPage(() => import('./campus/courses/courses-page').then((page) => page.CoursesPage)),
  '/course/:id': forReaders(lazyPage(() => import('./campus/courses/course-page').then((page) => page.CoursePage))),
  '/search': forReaders(lazyPage(() => import('./parts/search/search-page').then((page) => page.SearchPage))),
  '/agenda': forReaders(lazyPage(() => import('./parts/events/agenda-page').then((page) => page.AgendaPage))),
  '/you': lazyPage(() => import('./campus/accounts/you-page').then((page) => page.YouPage)),
  '/inbox': lazyPage(() => import('./parts/notifications/inbox-page').then((page) => page.InboxPage)),
  '/settings': lazyPage(() => import('./campus/settings/settings-page').then((page) => page.SettingsPage)),
  '/feedback': lazyPage(() => import('./parts/feedback/feedback-page').then((page) => page.FeedbackPage)),
  '/join': lazyPage(() => import('./campus/auth/join-page').then((page) => page.JoinPage)),
  '/login': lazyPage(() => import('./campus/auth/login-page').then((page) => page.LoginPage)),
  '/link': lazyPage(() => import('./campus/auth/link-page').then((page) => page.LinkPage)),
  '/reset': lazyPage(() => import('./campus/auth/reset-page').then((page) => page.ResetPage)),
  '/about/rules': About,
  '/about/privacy': About,
  '/about/contact': About,
  '/about/moderation': About,
  '/transparency': lazyPage(() => import('./campus/about/transparency-page').then((page) => page.TransparencyPage)),
  '/invitation': lazyPage(() => import('./campus/invitations/invitation-page').then((page) => page.InvitationPage)),
  '/setup': lazyPage(() => import('./campus/setup/setup-page').then((page) => page.SetupPage)),
}

/** The router ignores links to paths that the server responds to itself. */
const OWN_PATHS = /^\/(?!api\/|docs\/|uploads\/)/

function App() {
  return (
    <LocationProvider scope={OWN_PATHS}>
      <Navigation />
      <Frame>
        <ErrorBoundary>
          <Router onRouteChange={startPage}>
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
      <Reauthentication />
    </LocationProvider>
  )
}

function startPage(): void {
  showFetchedFace()
  focusPageHeading()
}

function Navigation() {
  const { route } = useLocation()
  useEffect(() => bindRoute(route), [route])
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return
      event.preventDefault()
      route('/search')
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [route])
  return null
}

/** A slash that nobody writes into something. */
const opensSearch = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === '/' &&
  !(ctrlKey || metaKey || altKey) &&
  !(target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [contenteditable]'))

type Asking = {
  Dialog: ComponentType<{ close: (isConfirmed: boolean) => void }>
  close: (isConfirmed: boolean) => void
}

const asking = signal<Asking | null>(null)
let answer: Promise<boolean> | undefined

/** Opens the dialog, once for several requests; resolves to whether it was confirmed. */
async function askWhoIsThere(): Promise<boolean> {
  try {
    const { ReauthenticationDialog: Dialog } = await import('./campus/auth/reauthentication')
    await textsReady()
    answer ??= new Promise<boolean>((resolve) => {
      asking.value = { Dialog, close: resolve }
    }).finally(() => {
      asking.value = null
      answer = undefined
    })
    return await answer
  } catch {
    announceFailure(await missingPart())
    return false
  }
}

function Reauthentication() {
  const { Dialog, close } = asking.value ?? {}
  return Dialog && close ? <Dialog close={close} /> : null
}

function NotFoundPage() {
  return (
    <Page title={text.notFound.title} lead={text.notFound.lead}>
      <PageLink href="/">{text.frame.home}</PageLink>
    </Page>
  )
}

/** Replaces a page that could not be loaded. */
function UnreachablePage({ why }: { why: string }) {
  return (
    <Page title={text.unreachable.title} lead={why}>
      <button type="button" class="btn btn-primary btn-wide" onClick={() => location.reload()}>
        {text.common.retry}
      </button>
    </Page>
  )
}

applyTheme(theme.value)
startHue()
startLanguage()
startAccountLanguage()
startScrollRestoration()
keepFocusInView()
silenceOnLeaving()
loadInstance()
startSession()
onReauthentication(askWhoIsThere)
// A top-level `await` would cost the bundle three kilobytes of wrappers.
Promise.all([textsReady(), showKnownFace()]).then(() => {
  render(<App />, document.getElementById('app')!)
  // Preloads the page that a reader of the feed most likely opens next.
  if (location.pathname === '/')
    globalThis.requestIdleCallback?.(() => import('./forum/posts/post-page').catch(() => undefined))
})
addEventListener('load', () => {
  import('./forum/outbox/offline').then(({ registerWorker }) => registerWorker()).catch(() => undefined)
  fetchFace().catch(() => undefined)
})

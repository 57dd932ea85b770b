import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ConsolePath } from '../../src/modules/pages/client-paths'
import { me } from '../app/account/me'
import { MembersOnly } from '../app/account/members-only'
import { Page } from '../app/parts/page'
import { text } from '../app/texts/core'
import { loadOverview } from './overview/overview'
import { CONSOLE_PAGES } from './pages'
import { Ways } from './parts/ways'
import { consoleText } from './texts/console'

/** Where administrators work: the ways through it, and the page that the address names. */
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
  // Once a visit.
  useEffect(() => {
    loadOverview()
  }, [])
  const [, area = '', sub] = path.replace(/\/$/, '').slice(1).split('/')
  const Shown = CONSOLE_PAGES[`/console${area && `/${area}`}${sub ? '/:id' : ''}` as ConsolePath]
  return (
    <div class="grid grid-cols-1 items-start gap-x-8 gap-y-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <Ways path={`/console${area && `/${area}`}`} />
      {Shown && <Shown key={path} />}
    </div>
  )
}

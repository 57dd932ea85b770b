import { useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { PLACE_PAGES, type PlacePage, readPlacePage } from '../../lib/about'
import { instance } from '../../lib/instance'
import { useLoaded } from '../../lib/loading'
import { aboutText } from '../../texts/about'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { WhenLoaded } from '../../ui/loaded'
import { Markdown } from '../../ui/markdown-view'
import { LineSkeletons, Page } from '../../ui/page'

/** The rules, privacy, contact and moderation of the place; for everybody. */
export function AboutPage() {
  const { path } = useLocation()
  // This page stays while the one that a link leads to is loading.
  const last = useRef<PlacePage>('rules')
  last.current = PLACE_PAGES.find((each) => path === `/about/${each}`) ?? last.current
  const page = last.current
  const loaded = useLoaded(() => readPlacePage(page), page + language.value)
  return (
    <Page title={text.about[page]} lead={aboutText.leads[page]}>
      <WhenLoaded of={loaded}>
        {(shown) =>
          shown.page === page ? <Markdown text={shown.content} /> : !loaded.failure.value && <LineSkeletons />
        }
      </WhenLoaded>
      {page === 'moderation' && instance.value?.features.transparency && (
        <a href="/transparency" class="link self-start py-2.5">
          {aboutText.links.transparency}
        </a>
      )}
    </Page>
  )
}

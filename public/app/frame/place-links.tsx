import { PLACE_PAGES } from '../lib/about'
import { text } from '../texts/core'

/** To the rules, who runs this, and what becomes of what one writes: from every page. */
export const PlaceLinks = () => (
  <>
    {PLACE_PAGES.map((page) => (
      <a key={page} href={`/about/${page}`} class="link tap py-3">
        {text.about[page]}
      </a>
    ))}
  </>
)

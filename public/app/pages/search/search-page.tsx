import { Page } from '../../components/page'
import { text } from '../../texts/core'

export function SearchPage() {
  return (
    <Page title={text.frame.search}>
      <search>
        <form action="/people" class="flex gap-2">
          <input type="search" name="q" aria-label={text.frame.search} maxLength={64} class="input grow" />
          <button type="submit" class="btn btn-primary">
            {text.frame.search}
          </button>
        </form>
      </search>
    </Page>
  )
}

import { Page } from '../components/page'
import { text } from '../texts/core'

/** Replaces a page that could not be loaded. */
export function UnreachablePage() {
  return (
    <Page title={text.unreachable.title} lead={text.failures.UNREACHABLE}>
      <button type="button" class="btn btn-primary w-full sm:w-auto sm:self-start" onClick={() => location.reload()}>
        {text.common.retry}
      </button>
    </Page>
  )
}

import { Page } from '../components/page'
import { text } from '../texts/core'

export function NotFoundPage() {
  return (
    <Page title={text.notFound.title} lead={text.notFound.lead}>
      <a href="/" class="btn btn-primary w-full sm:w-auto sm:self-start">
        {text.frame.home}
      </a>
    </Page>
  )
}

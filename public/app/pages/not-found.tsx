import { Page } from '../parts/page'

export function NotFoundPage() {
  return (
    <Page
      title="Page not found"
      lead="There is nothing at this address. It may have been mistyped, or what was here is gone."
    >
      <a href="/" class="btn btn-primary w-full sm:w-auto sm:self-start">
        To the home page
      </a>
    </Page>
  )
}

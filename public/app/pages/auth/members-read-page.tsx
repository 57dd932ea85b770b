import { Page } from '../../components/page'
import { joinPath, loginPath } from '../../lib/navigation'
import { authText } from '../../texts/auth'
import { text } from '../../texts/core'

/** In place of what people wrote, for strangers of a campus where only members read. */
export function MembersReadPage() {
  const { membersRead, join } = authText
  return (
    <Page title={membersRead.title} lead={membersRead.lead}>
      <p class="flex flex-wrap gap-3">
        <a class="btn btn-primary" href={joinPath()}>
          {join.title}
        </a>
        <a class="btn btn-outline" href={loginPath()}>
          {text.frame.signIn}
        </a>
      </p>
    </Page>
  )
}

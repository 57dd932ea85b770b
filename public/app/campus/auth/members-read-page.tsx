import { isClosedToNew } from '../../lib/instance'
import { joinPath, loginPath } from '../../lib/navigation'
import { authText } from '../../texts/auth'
import { text } from '../../texts/core'
import { Page } from '../../ui/page'

/** In place of what people wrote, for strangers of a campus where only members read. */
export function MembersReadPage() {
  const { membersRead, join } = authText
  const closed = isClosedToNew()
  return (
    <Page title={membersRead.title} lead={closed ? membersRead.closed : membersRead.lead}>
      <p class="flex flex-wrap gap-3">
        {!closed && (
          <a class="btn btn-primary" href={joinPath()}>
            {join.title}
          </a>
        )}
        <a class={`btn ${closed ? 'btn-primary' : 'btn-outline'}`} href={loginPath()}>
          {text.frame.signIn}
        </a>
      </p>
    </Page>
  )
}

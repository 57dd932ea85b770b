import { me } from '../../lib/me'
import { go, joinPath } from '../../lib/navigation'
import { postsText } from '../../texts/posts'
import { DialogButton } from '../../ui/dialog-button'
import { Icon } from '../../ui/icon'
import type { Reportable } from './report-dialog'

type Props = {
  target: Reportable
  class: string
  /** Called after the author has been blocked. */
  onBlocked?: () => void
}

const load = () => import('./report-dialog').then(({ ReportDialog }) => ReportDialog)

/** Reports a post or comment; anonymous visitors sign in first. */
export function ReportButton({ class: className, ...given }: Props) {
  const mayOpen = () => {
    if (!me.value) go(joinPath())
    return Boolean(me.value)
  }
  return (
    <DialogButton class={className} load={load} given={given} mayOpen={mayOpen}>
      <Icon name="flag" class="size-4.5" />
      <span class="sr-only sm:not-sr-only">{postsText.page.report}</span>
    </DialogButton>
  )
}

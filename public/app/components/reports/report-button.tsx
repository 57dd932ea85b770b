import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { go, joinPath } from '../../lib/navigation'
import { textsReady } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { postsText } from '../../texts/posts'
import { Icon } from '../icon'
import type { Reportable, ReportDialogProps } from './report-dialog'

type Props = {
  target: Reportable
  class: string
  /** Called after the author has been blocked. */
  onBlocked?: () => void
}

let dialog: ComponentType<ReportDialogProps> | undefined

/** Reports a post or comment. The dialog is loaded when it is first opened; anonymous visitors sign in first. */
export function ReportButton({ target, class: className, onBlocked }: Props) {
  const isOpen = useSignal(false)
  const open = async () => {
    if (!me.value) return go(joinPath())
    try {
      dialog ??= (await import('./report-dialog')).ReportDialog
      await textsReady()
      isOpen.value = true
    } catch {
      announce(text.failures.UNREACHABLE)
    }
  }
  const Dialog = dialog
  return (
    <>
      <button type="button" class={className} onClick={open}>
        <Icon name="flag" class="size-4.5" />
        <span class="sr-only sm:not-sr-only">{postsText.page.report}</span>
      </button>
      {isOpen.value && Dialog && <Dialog target={target} open={isOpen} {...(onBlocked ? { onBlocked } : {})} />}
    </>
  )
}

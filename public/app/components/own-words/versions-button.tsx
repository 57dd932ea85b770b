import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import type { Versioned } from '../../lib/own-words'
import { textsReady } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { ownWordsText } from '../../texts/own-words'

type Props = {
  target: Versioned
  class: string
  by: { id: string } | null
  createdAt: string
  updatedAt: string
}

let dialog: ComponentType<{ target: Versioned; onClose: () => void }> | undefined

/** Shows what a text was before: for its author and moderators, where it was changed. Loaded when first opened. */
export function VersionsButton({ target, class: className, by, createdAt, updatedAt }: Props) {
  const isOpen = useSignal(false)
  const isAllowed = me.value && (me.value.id === by?.id || me.value.role !== 'user')
  if (!isAllowed || createdAt === updatedAt) return null
  const open = async () => {
    try {
      dialog ??= (await import('./versions-dialog')).VersionsDialog
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
        {ownWordsText.versions.open}
      </button>
      {isOpen.value && Dialog && <Dialog target={target} onClose={() => (isOpen.value = false)} />}
    </>
  )
}

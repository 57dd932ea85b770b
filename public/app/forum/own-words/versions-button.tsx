import { isMine, me } from '../../lib/me'
import type { Versioned } from '../../lib/own-words'
import { ownWordsText } from '../../texts/own-words'
import { DialogButton } from '../../ui/dialog-button'

type Props = {
  target: Versioned
  class: string
  by: Parameters<typeof isMine>[0]
  createdAt: string
  updatedAt: string
}

const load = () => import('./versions-dialog').then(({ VersionsDialog }) => VersionsDialog)

/** Shows what a text was before: for its author and moderators, where it was changed. */
export function VersionsButton({ target, class: className, by, createdAt, updatedAt }: Props) {
  const isAllowed = me.value && (isMine(by) || me.value.role !== 'user')
  if (!isAllowed || createdAt === updatedAt) return null
  return (
    <DialogButton class={className} load={load} given={{ target }}>
      {ownWordsText.versions.open}
    </DialogButton>
  )
}

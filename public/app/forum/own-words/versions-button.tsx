import { isMine, me } from '../../lib/me'
import type { Versioned } from '../../lib/own-words'
import { ownWordsText } from '../../texts/own-words'
import { DialogButton } from '../../ui/dialog-button'

type Props = {
  type: Versioned['type']
  of: { id: string; createdAt: string; updatedAt: string }
  by: Parameters<typeof isMine>[0]
  class: string
}

const load = () => import('./versions-dialog').then(({ VersionsDialog }) => VersionsDialog)

/** Shows what a text was before: for its author and moderators, where it was changed. */
export function VersionsButton({ type, of: { id, createdAt, updatedAt }, by, class: className }: Props) {
  const isAllowed = me.value && (isMine(by) || me.value.role !== 'user')
  if (!isAllowed || createdAt === updatedAt) return null
  return (
    <DialogButton class={className} load={load} given={{ target: { type, id } }}>
      {ownWordsText.versions.title}
    </DialogButton>
  )
}

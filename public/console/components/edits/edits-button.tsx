import { DialogButton } from '../../../app/components/dialog-button'
import type { Versioned } from '../../../app/lib/own-words'
import { editsText } from '../../texts/edits'

/** `of`: names the button for screen readers, where several look the same. */
type Props = { target: Versioned; of?: string; class?: string }

const load = () => import('./edits-dialog').then(({ EditsDialog }) => EditsDialog)

/** Shows what the author changed. Always there: times are whole minutes, which tell nothing of a quick edit. */
export const EditsButton = ({ target, of, class: className = 'btn btn-sm btn-outline' }: Props) => (
  <DialogButton class={className} load={load} given={{ target }}>
    {editsText.edits.open}
    {of && <span class="sr-only"> {of}</span>}
  </DialogButton>
)

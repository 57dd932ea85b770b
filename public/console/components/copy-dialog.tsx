import { Dialog, DialogButtons } from '../../app/components/dialog'

type Props = { value: string; words: { title: string; lead: string; label: string; done: string }; onClose: () => void }

/** Shows what is to be copied now, because it is not shown again. */
export const CopyDialog = ({ value, words: { title, lead, label, done }, onClose }: Props) => (
  <Dialog title={title} lead={lead} focusTitle onClose={onClose}>
    <label class="mt-4 flex flex-col gap-1">
      <span class="font-medium">{label}</span>
      <input
        class="input w-full font-mono"
        value={value}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </label>
    <DialogButtons>
      <button type="button" class="btn btn-primary" onClick={onClose}>
        {done}
      </button>
    </DialogButtons>
  </Dialog>
)

import { useSignal } from '@preact/signals'
import type { CommentState, PostState } from '../../lib/moderation/moderation'
import { RowButton } from '../row-button'
import { ContentDialog, stateVerb } from './content-dialog'

type Content = { type: 'post'; state: PostState } | { type: 'comment'; state: CommentState }

type Props = Content & {
  id: string
  /** The author or the title, for screen readers. */
  of: string
  onDone: () => void
}

/** Changes the moderation state of a post or comment after asking for the reason. */
export function ContentButton({ of, ...content }: Props) {
  const open = useSignal(false)
  return (
    <>
      <RowButton
        of={of}
        isMain={content.state === 'active'}
        onPress={() => {
          open.value = true
        }}
      >
        {stateVerb(content.state)}
      </RowButton>
      <ContentDialog open={open} {...content} />
    </>
  )
}

import { useSignal } from '@preact/signals'
import type { CommentState, PostState } from '../../lib/moderation/moderation'
import { RowButton } from '../row-button'
import { ContentDialog, stateVerb } from './content-dialog'

type Content = { type: 'post'; state: PostState } | { type: 'comment'; state: CommentState }

type Props = Content & {
  id: string
  /** Whose it is, or how it is called. */
  of: string
  onDone: () => void
}

/** Gives a post or a comment another state, once it has been asked why. */
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

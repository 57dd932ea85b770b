import type { Failure } from '../lib/api'
import { failureMessage } from '../lib/failures'
import { text } from '../texts/core'
import { Notice } from './notice'

type Props = { failure: Failure; title?: string; retry?: () => void }

/** Shows a failure with what can be done: try again, or report the request id to the operator. */
export function FailureNotice({ failure, title, retry }: Props) {
  return (
    <Notice kind="error" {...(title ? { title } : {})}>
      <p>{failureMessage(failure)}</p>
      {failure.requestId && (
        <p class="text-sm">
          {text.common.requestId} <code>{failure.requestId}</code>
        </p>
      )}
      {retry && (
        <button type="button" class="btn btn-sm btn-outline self-start" onClick={retry}>
          {text.common.retry}
        </button>
      )}
    </Notice>
  )
}

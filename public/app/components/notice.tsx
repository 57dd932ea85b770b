import type { ComponentChildren } from 'preact'
import type { Failure } from '../lib/api'
import { failureMessage } from '../lib/failures'
import { text } from '../texts/core'

const LOOKS = { error: 'alert-error', success: 'alert-success', info: 'alert-info' }

type Props = { kind: keyof typeof LOOKS; title?: string; children: ComponentChildren }

/** Something the reader must know before going on; screen readers announce an error at once. */
export function Notice({ kind, title, children }: Props) {
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} class={`alert alert-soft block text-base ${LOOKS[kind]}`}>
      {title && <h2 class="mb-1 font-semibold">{title}</h2>}
      <div class="text-base-content flex flex-col gap-2">{children}</div>
    </div>
  )
}

type FailureNoticeProps = { failure: Failure; title?: string; retry?: () => void }

/** Shows a failure with what can be done: try again, or report the request id to the operator. */
export function FailureNotice({ failure, title, retry }: FailureNoticeProps) {
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

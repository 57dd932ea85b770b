import { useEffect } from 'preact/hooks'
import { appealsText } from '../../texts/appeals'
import { text } from '../../texts/core'
import { DialogButton } from '../../ui/dialog-button'
import { FailureNotice } from '../../ui/page'
import { Time } from '../../ui/time'
import { type Appealed, appealAgainst, appealsFailure, loadAppeals, ownAppeals } from './appeals'

const load = () => import('./appeal-dialog').then(({ AppealDialog }) => AppealDialog)

/** The way to appeal against a removal or a sanction; once that is done, what became of it. */
export function AppealPanel({ resource, resourceId }: Appealed) {
  useEffect(() => {
    loadAppeals()
  }, [])
  const { panel } = appealsText
  if (ownAppeals.value === undefined)
    return appealsFailure.value && <FailureNotice failure={appealsFailure.value} retry={loadAppeals} />
  const appeal = appealAgainst(ownAppeals.value, { resource, resourceId })
  if (appeal === undefined)
    return (
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{panel.wrong}</span>
        <DialogButton class="btn btn-sm btn-outline" load={load} given={{ about: { resource, resourceId } }}>
          {text.frame.appeal}
        </DialogButton>
      </div>
    )
  return (
    <div class="flex flex-col gap-1">
      <p class="font-medium">
        {panel.states[appeal.status]} · <Time of={appeal.decidedAt ?? appeal.createdAt} />
      </p>
      <p dir="auto" class="wrap-anywhere whitespace-pre-line">
        {panel.yours(appeal.message)}
      </p>
      {appeal.reason !== null && (
        <p dir="auto" class="wrap-anywhere whitespace-pre-line">
          {panel.reason(appeal.reason)}
        </p>
      )}
    </div>
  )
}

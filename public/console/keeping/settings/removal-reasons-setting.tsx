import { DialogButton } from '../../../app/components/dialog-button'
import { choiceLabel } from '../../../app/lib/choice-label'
import { language } from '../../../app/texts/catalogue'
import { settingsText } from '../../texts/settings'
import type { Settings } from './settings'
import { maySet } from './settings-form'

const load = () => import('./removal-reasons-dialog').then(({ RemovalReasonsDialog }) => RemovalReasonsDialog)

/** What moderators pick when they remove something; changed in a dialog. */
export function RemovalReasonsSetting(props: { settings: Settings; onSaved: (settings: Settings) => void }) {
  const { removalReasons } = props.settings
  const { title, lead, none, edit } = settingsText.removalReasons
  return (
    <section aria-labelledby="removalReasons-title" class="card flex max-w-3xl flex-col gap-4 p-4 sm:p-5">
      <div>
        <h2 id="removalReasons-title" class="text-lg font-semibold">
          {title}
        </h2>
        <p class="text-base-content/80 text-sm">{lead}</p>
      </div>
      {removalReasons.length === 0 && <p>{none}</p>}
      <ol class="flex list-decimal flex-col gap-1 ps-6 empty:hidden">
        {removalReasons.map((reason) => (
          <li key={reason.en}>
            {reason.rule !== null && <span class="font-medium">{choiceLabel(reason.rule)}: </span>}
            {reason[language.value]}
          </li>
        ))}
      </ol>
      {maySet() && (
        <DialogButton class="btn btn-sm btn-outline self-start" load={load} given={props}>
          {edit}
        </DialogButton>
      )}
    </section>
  )
}

import { Explanation } from '../../../app/components/explanation'
import { Time } from '../../../app/components/time'
import { language } from '../../../app/texts/catalogue'
import { formatMoment } from '../../lib/accounts/people'
import type { Decision, History } from '../../lib/moderation/moderation'
import type { Resource } from '../../lib/page'
import { accountsText } from '../../texts/accounts'
import { PersonLink } from '../accounts/person-link'
import { Loaded } from '../panel'

export function HistoryList({ resource }: { resource: Resource<History> }) {
  return (
    <Loaded resource={resource}>
      {({ history }) =>
        history.length === 0 ? (
          <p class="text-base-content/80">{accountsText.history.empty}</p>
        ) : (
          <ol class="card divide-base-300 divide-y">
            {history.map((decision) => (
              <li key={decision.id} class="flex flex-col gap-1 p-3 sm:px-4">
                <p class="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span class="font-semibold">{decisionText(decision)}</span>
                  <span class="text-base-content/80 text-sm">
                    {decision.moderator ? <PersonLink person={decision.moderator} /> : accountsText.history.noModerator}{' '}
                    · <Time of={decision.createdAt} />
                  </span>
                </p>
                <div class="text-base-content/80">
                  <Explanation of={decision} />
                </div>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

export function decisionText({ resource, state, ends }: Decision): string {
  const { history } = accountsText
  if (state === 'suspended') return history.suspended(formatMoment(ends ?? '', language.value))
  return resource === 'user' && state === 'active' ? history.lifted : history.states[state]
}

import { Avatar } from '../../components/avatar'
import { FailureNotice } from '../../components/failure-notice'
import { LineSkeletons } from '../../components/skeleton'
import { unblock as takeBack } from '../../lib/accounts/blocking'
import { announce } from '../../lib/announcements'
import { api, envelope, type ResponseData } from '../../lib/api'
import { failureMessage } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { settingsText } from '../../texts/settings'
import { focusRow, SettingsSection } from './settings-section'

const ask = () => envelope(api.users.blocked.get())

type Blocked = ResponseData<ReturnType<typeof ask>>[number]

export function BlockedSection() {
  const { data, failure: missing, load } = useLoaded(ask)
  const { blocked } = settingsText
  const people = data.value ?? []
  const unblock = async (person: Blocked) => {
    const failure = await takeBack(person.id)
    // NOT_FOUND: the person has deleted the account.
    if (failure && failure.code !== 'NOT_FOUND') return announce(failureMessage(failure))
    data.value = people.filter(({ id }) => id !== person.id)
    announce(blocked.unblocked(person.username))
    focusRow('blocked', people.indexOf(person))
  }
  return (
    <SettingsSection name="blocked">
      {missing.value && <FailureNotice failure={missing.value} retry={load} />}
      {!missing.value && data.value === undefined && <LineSkeletons />}
      {data.value && <p class="text-base-content/80">{people.length > 0 ? blocked.lead : blocked.none}</p>}
      {people.length > 0 && (
        <ul class="flex flex-col gap-3">
          {people.map((person) => (
            <li key={person.id} class="border-base-300 rounded-box flex items-center justify-between gap-3 border p-4">
              <div class="flex min-w-0 items-center gap-2.5">
                <Avatar name={person.username} />
                <div class="min-w-0">
                  <a class="link font-medium" href={`/u/${person.id}`}>
                    {person.username}
                  </a>
                  <p class="text-base-content/80 text-sm">{person.branch}</p>
                </div>
              </div>
              <button
                type="button"
                class="btn btn-outline btn-sm"
                aria-label={blocked.unblockPerson(person.username)}
                onClick={() => unblock(person)}
              >
                {blocked.unblock}
              </button>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

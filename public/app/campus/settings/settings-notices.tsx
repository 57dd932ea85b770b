import { announceFailure } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { AppealPanel } from '../../order/appeals/appeal-panel'
import { noticesText } from '../../texts/notices'
import { settingsText } from '../../texts/settings'
import { WhenLoaded } from '../../ui/loaded'
import { NoticeText } from '../notices/notice-text'
import { acknowledge, fetchNotices } from '../notices/notices'
import { SettingsSection } from './settings-section'

/** What the owner was told about the account, every reveal of the email among it. */
export function NoticesSection() {
  const told = useLoaded(fetchNotices, me.value?.language)
  const words = settingsText.notices
  const all = told.data.value?.notices ?? []
  // A sanction may be of a name for one thread; a sanction may also hold without a notice.
  const sanctioned = all.find(({ appeal }) => appeal?.resource === 'user')?.appeal?.resourceId
  const unread = all.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  const read = async () => {
    const answer = await acknowledge(unread)
    if (!answer.success) return announceFailure(answer)
    document.getElementById('notices')?.focus()
    await told.load()
  }
  return (
    <SettingsSection name="notices">
      <p class="text-base-content/80">{words.lead}</p>
      {me.value?.blocked && told.data.value && <AppealPanel resource="user" resourceId={sanctioned ?? me.value.id} />}
      <WhenLoaded of={told}>
        {() => all.length === 0 && <p class="text-base-content/80 text-sm">{words.none}</p>}
      </WhenLoaded>
      {all.length > 0 && (
        <ul class="flex flex-col gap-3">
          {all.map((notice) => (
            <li key={notice.id} class="card p-4">
              {notice.acknowledgedAt === null && <span class="badge badge-primary badge-sm">{words.new}</span>}
              <NoticeText notice={notice} />
            </li>
          ))}
        </ul>
      )}
      {unread.length > 0 && (
        <button type="button" class="btn btn-outline btn-wide" onClick={read}>
          {noticesText.notices.acknowledge}
        </button>
      )}
    </SettingsSection>
  )
}

import { useLocation } from 'preact-iso'
import { announceFailure } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { noticesText } from '../../texts/notices'
import { NoticeText } from './notice-text'
import { acknowledge, fetchNotices, type Notice } from './notices'

const FEW = 3

/** The frame says already that the account is suspended or banned, and until when. */
const isInFrame = ({ kind }: Notice): boolean => me.value!.blocked && (kind === 'suspended' || kind === 'banned')

/** What the owner has been told and has not acknowledged, above every page. */
export function NoticeBanner() {
  const { path } = useLocation()
  const { data, load } = useLoaded(fetchNotices, `${me.value?.unreadNotices} ${me.value?.language}`)
  const { notices } = noticesText
  const unread = (data.value?.notices ?? []).filter((each) => each.acknowledgedAt === null && !isInFrame(each))
  const visible = unread.slice(0, FEW)
  // The settings list them all.
  if (visible.length === 0 || path === '/settings') return null
  const close = async () => {
    const answer = await acknowledge(visible)
    if (answer.success) {
      document.getElementById('main')?.focus()
      await load()
    } else announceFailure(answer)
  }
  return (
    <section aria-label={notices.title} class="bg-base-200 py-2">
      <div class="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-4 px-4 group-data-wide:max-w-7xl md:px-8">
        <ul class="flex grow basis-72 flex-col gap-2 text-sm">
          {visible.map((notice) => (
            <li key={notice.id}>
              <NoticeText notice={notice} isShort />
            </li>
          ))}
        </ul>
        <div class="-mx-3 flex flex-wrap items-center">
          <button type="button" class="btn btn-ghost btn-sm text-primary" onClick={close}>
            {notices.acknowledge}
          </button>
          <a href="/settings#notices" class="btn btn-ghost btn-sm font-medium">
            {notices.all}
          </a>
        </div>
      </div>
    </section>
  )
}

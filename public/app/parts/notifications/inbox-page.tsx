import { useEffect, useRef } from 'preact/hooks'
import { forMembers } from '../../campus/auth/members-only'
import { announce } from '../../lib/announcements'
import { failureMessage } from '../../lib/failures'
import { instance } from '../../lib/instance'
import { me } from '../../lib/me'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { text } from '../../texts/core'
import { notificationsText } from '../../texts/notifications'
import { Avatar } from '../../ui/avatar'
import { Icon } from '../../ui/icon'
import { MoreButton, showMore } from '../../ui/more-button'
import { FailureNotice, Heading, LineSkeletons, Nothing, Page, PageLink, useTitle } from '../../ui/page'
import { Time } from '../../ui/time'
import { listInbox, markSeen, type NotificationSignal, trackInbox, unread } from './inbox'
import { notificationPath, notificationQuote, notificationText } from './notification-words'

export const InboxPage = forMembers(Inbox, true)

function Inbox() {
  // What happened is said in the language of the account.
  const list = useHistoryEntry(`inbox ${me.value?.language}`, listInbox)
  const isKnown = instance.value !== undefined
  const isOff = instance.value?.features.notifications === false
  useEffect(() => {
    trackInbox(list)
    if (!list.begun.value && isKnown && !isOff) list.more()
  }, [list, isKnown, isOff])
  const { items, begun, ended, loading, failure } = list
  if (isOff || failure.value?.code === 'FEATURE_DISABLED') return <SwitchedOff />
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-5">
      <Head list={list} />
      {items.value.length > 0 && (
        <div class="flex flex-col gap-4">
          {[...Map.groupBy(items.value, threadOf)].map(([thread, notifications]) => (
            <section key={thread} class="card overflow-clip">
              {notifications[0]?.value.postTitle && (
                <h2 dir="auto" class="mx-4 my-3 line-clamp-1 font-semibold">
                  {notifications[0].value.postTitle}
                </h2>
              )}
              <ul class="divide-base-300 divide-y">
                {notifications.map((each) => (
                  <InboxItem
                    key={each.peek().id}
                    notification={each}
                    onOpen={() => {
                      if (!each.peek().seen) markSeen(list, [each.peek().id])
                    }}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {begun.value && items.value.length === 0 && <Empty />}
      {failure.value && (
        <FailureNotice
          failure={failure.value}
          title={notificationsText.list.failed}
          retry={showMore(() => list.more())}
        />
      )}
      {(loading.value || !(begun.value || failure.value)) && <LineSkeletons />}
      <MoreButton list={list} class="self-center" />
      {ended.value && items.value.length > 0 && (
        <p class="text-base-content/80 text-center text-sm">{notificationsText.list.end}</p>
      )}
    </div>
  )
}

/** What concerns one post belongs together. */
const threadOf = (notification: NotificationSignal): string => notification.peek().postId ?? notification.peek().id

function Head({ list }: { list: ReturnType<typeof listInbox> }) {
  const top = useRef<HTMLDivElement>(null)
  const words = notificationsText.list
  useTitle(text.frame.inbox)
  const count = unread.value ?? 0
  const markAll = async () => {
    const failure = await markSeen(list)
    announce(failure ? failureMessage(failure) : words.marked)
    // The button disappears when there is nothing to mark.
    if (!failure) top.current!.querySelector('h1')!.focus()
  }
  return (
    <div ref={top} class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div>
        <Heading>{text.frame.inbox}</Heading>
        {list.begun.value && list.items.value.length > 0 && (
          <p class="text-base-content/80">{count > 0 ? words.lead(count) : words.allSeen}</p>
        )}
      </div>
      {count > 0 && list.begun.value && (
        <button type="button" class="btn btn-outline btn-sm" onClick={markAll}>
          {words.markAll}
        </button>
      )}
    </div>
  )
}

function Empty() {
  const { empty, how } = notificationsText.list
  return (
    <Nothing title={empty}>
      <p>{how}</p>
    </Nothing>
  )
}

function SwitchedOff() {
  return (
    <Page title={notificationsText.list.off} lead={notificationsText.list.offWhy}>
      <PageLink href="/">{text.frame.home}</PageLink>
    </Page>
  )
}

const ICONS = {
  replied: 'reply',
  mention: 'reply',
  upvoted_post: 'up',
  upvoted_comment: 'up',
  general: 'flag',
  posted: 'pen',
  answered: 'check',
} as const

type Props = { notification: NotificationSignal; onOpen: () => void }

function InboxItem({ notification, onOpen }: Props) {
  const { value } = notification
  const path = notificationPath(value)
  const [actor] = value.actorUsernames
  const words = notificationText(value)
  const quote = notificationQuote(value)
  return (
    <li
      class={`relative flex items-start gap-3 px-4 py-3 ${value.seen ? '' : 'bg-base-200'} ${path ? 'hover:bg-base-200' : ''}`}
    >
      <span class="text-base-content/80 mt-0.5 shrink-0">
        {actor === undefined ? <Icon name={ICONS[value.type]} /> : <Avatar name={actor} size={20} />}
      </span>
      <div class="flex min-w-0 grow flex-col gap-0.5">
        <p class={value.seen ? '' : 'font-semibold'}>
          {path ? (
            <a href={path} class="after:absolute after:inset-0" onClick={onOpen}>
              {words}
            </a>
          ) : (
            words
          )}
        </p>
        {quote && (
          <p dir="auto" class="text-base-content/85 line-clamp-2">
            {quote}
          </p>
        )}
        <p class="text-base-content/80 text-sm">
          <Time of={value.createdAt} />
        </p>
      </div>
      {!value.seen && (
        <span class="bg-primary mt-2 size-2.5 shrink-0 rounded-full">
          <span class="sr-only">{notificationsText.list.unread}</span>
        </span>
      )}
    </li>
  )
}

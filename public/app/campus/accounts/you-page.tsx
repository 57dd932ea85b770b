import { announce } from '../../lib/announcements'
import { isOneCollege } from '../../lib/instance'
import { type Me, me } from '../../lib/me'
import { text } from '../../texts/core'
import { draftsText } from '../../texts/drafts'
import { eventsText } from '../../texts/events'
import { youText } from '../../texts/you'
import { AppearanceRows } from '../../ui/appearance-choices'
import { Avatar } from '../../ui/avatar'
import { Icon, type IconName } from '../../ui/icon'
import { LineSkeletons, Page, Settled } from '../../ui/page'
import { signOut } from '../auth/sign-out'

/** What belongs to oneself, how Quad looks, and the way out. A stranger finds only how Quad looks. */
export function YouPage() {
  const { you } = youText
  const who = me.value
  return (
    <Page title={who ? text.frame.you : text.frame.more}>
      {who === undefined ? <LineSkeletons /> : who && <Own who={who} />}
      {who === null && <Rows of={[agendaRow()]} />}
      <Settled when={who !== undefined}>
        <section aria-labelledby="appearance" class="flex flex-col gap-2">
          <h2 id="appearance" class="list-title">
            {you.appearance}
          </h2>
          <div class="list">
            <AppearanceRows class="list-row" />
          </div>
        </section>
        {who && (
          <button type="button" class="btn self-start" onClick={() => signOut(() => announce(you.signOutLater))}>
            {you.signOut}
          </button>
        )}
      </Settled>
    </Page>
  )
}

function Own({ who }: { who: Me }) {
  const { you } = youText
  return (
    <>
      <a href={`/u/${who.id}`} class="list list-row">
        <Avatar name={who.username} size={48} />
        <span class="min-w-0 grow leading-snug">
          <span class="block truncate text-lg font-semibold">{who.username}</span>
          <span class="text-base-content/80 block text-sm">
            {[text.frame.karma(who.karma), who.branch || (!isOneCollege.value && who.college.name)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span class="text-primary block text-sm font-medium">{you.profile}</span>
        </span>
      </a>
      <Rows
        of={[
          ['/saved', 'bookmark', you.saved],
          agendaRow(),
          ['/drafts', 'pen', draftsText.drafts.title],
          [`/u/${who.id}?show=comments`, 'comment', you.comments],
          ['/people', 'people', you.people],
          ['/college', 'college', you.college],
          ['/courses', 'book', you.courses],
          ['/settings', 'gear', you.settings],
          ['/feedback', 'megaphone', you.feedback],
          ...(who.role === 'user' ? [] : [['/console', 'shield', you.console] as const]),
        ]}
      />
    </>
  )
}

type Row = readonly [to: string, icon: IconName, name: string]

const agendaRow = (): Row => ['/agenda', 'calendar', eventsText.agenda.title]

const Rows = ({ of }: { of: readonly Row[] }) => (
  <ul class="list">
    {of.map(([to, icon, name]) => (
      <li key={to}>
        <a href={to} class="list-row">
          <Icon name={icon} />
          <span class="grow">{name}</span>
        </a>
      </li>
    ))}
  </ul>
)

import type { ComponentChildren } from 'preact'
import { announce } from '../../lib/announcements'
import { isOneCollege } from '../../lib/instance'
import { type Me, me } from '../../lib/me'
import { text } from '../../texts/core'
import { draftsText } from '../../texts/drafts'
import { eventsText } from '../../texts/events'
import { youText } from '../../texts/you'
import { LanguageChoice, ThemeChoice } from '../../ui/appearance-choices'
import { Avatar } from '../../ui/avatar'
import { Icon, type IconName } from '../../ui/icon'
import { LineSkeletons, Page, Settled } from '../../ui/page'
import { signOut } from '../auth/sign-out'

/** What belongs to oneself, how Quad looks, and the way out. A stranger finds only how Quad looks. */
export function YouPage() {
  const { you } = youText
  const who = me.value
  return (
    <Page title={who ? you.title : you.titleStranger}>
      {who === undefined ? <LineSkeletons /> : who && <Own who={who} />}
      {who === null && (
        <ul class="list">
          <AgendaRow />
        </ul>
      )}
      <Settled when={who !== undefined}>
        <section aria-labelledby="appearance" class="flex flex-col gap-2">
          <h2 id="appearance" class="list-title">
            {you.appearance}
          </h2>
          <div class="list">
            <div class="list-row">
              <span class="grow" aria-hidden="true">
                {you.theme}
              </span>
              <ThemeChoice />
            </div>
            <div class="list-row">
              <span class="grow" aria-hidden="true">
                {you.language}
              </span>
              <LanguageChoice />
            </div>
          </div>
        </section>
        {who && <SignOut />}
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
      <ul class="list">
        <Row to="/saved" icon="bookmark">
          {you.saved}
        </Row>
        <AgendaRow />
        <Row to="/drafts" icon="pen">
          {draftsText.drafts.title}
        </Row>
        <Row to={`/u/${who.id}?show=comments`} icon="comment">
          {you.comments}
        </Row>
        <Row to="/people" icon="people">
          {you.people}
        </Row>
        <Row to="/college" icon="college">
          {you.college}
        </Row>
        <Row to="/courses" icon="book">
          {you.courses}
        </Row>
        <Row to="/settings" icon="gear">
          {you.settings}
        </Row>
        <Row to="/feedback" icon="megaphone">
          {you.feedback}
        </Row>
        {who.role !== 'user' && (
          <Row to="/console" icon="shield">
            {you.console}
          </Row>
        )}
      </ul>
    </>
  )
}

type RowProps = { to: string; icon: IconName; children: ComponentChildren }

const Row = ({ to, icon, children }: RowProps) => (
  <li>
    <a href={to} class="list-row">
      <Icon name={icon} />
      <span class="grow">{children}</span>
    </a>
  </li>
)

const AgendaRow = () => (
  <Row to="/agenda" icon="calendar">
    {eventsText.agenda.title}
  </Row>
)

function SignOut() {
  const { you } = youText
  return (
    <button type="button" class="btn self-start" onClick={() => signOut(() => announce(you.signOutLater))}>
      {you.signOut}
    </button>
  )
}

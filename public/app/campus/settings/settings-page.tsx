import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import type { ResponseData } from '../../lib/api'
import { announceFailure } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { me } from '../../lib/me'
import { text } from '../../texts/core'
import { settingsText } from '../../texts/settings'
import { youText } from '../../texts/you'
import { AppearanceRows } from '../../ui/appearance-choices'
import { Avatar } from '../../ui/avatar'
import { WhenLoaded } from '../../ui/loaded'
import { Heading, useTitle } from '../../ui/page'
import { fetchBlocked, unblock as takeBack } from '../accounts/people'
import { forMembers } from '../auth/members-only'
import { AccountSection, DeletionSection } from './settings-account'
import { ExportSection } from './settings-export'
import { FollowingSection, MutedSection } from './settings-lists'
import { MembershipSection } from './settings-membership'
import { NoticesSection } from './settings-notices'
import { NotificationsSection } from './settings-notifications'
import { PasskeysSection } from './settings-passkeys'
import { focusRow, type SectionName, SettingsSection } from './settings-section'
import { CampusSection, fetchSessions, PasswordSection, SessionsSection } from './settings-sign-in'

const NAMES: readonly SectionName[] = [
  'account',
  'membership',
  'notices',
  'notifications',
  'security',
  'following',
  'muted',
  'blocked',
  'appearance',
  'export',
  'deletion',
]

export const SettingsPage = forMembers(Settings, true)

function Settings() {
  const sessions = useLoaded(fetchSessions)
  const isOnboarded = me.value!.status === 'ACTIVE'
  const missing = new Set<SectionName>()
  if (!isOnboarded) missing.add('blocked')
  if (me.value!.membership.endsAt === null) missing.add('membership')
  useTitle(youText.you.settings)
  // For a link to a section.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div class="flex flex-col gap-6 lg:grid lg:grid-cols-[12rem_minmax(0,36rem)] lg:gap-x-16">
      <Heading class="text-3xl font-bold lg:col-span-2">{youText.you.settings}</Heading>
      <Contents names={NAMES.filter((name) => !missing.has(name))} />
      <div class="flex flex-col gap-10">
        <AccountSection />
        <MembershipSection />
        <NoticesSection />
        <NotificationsSection />
        <SettingsSection name="security">
          <PasswordSection onChanged={sessions.load} />
          <PasskeysSection />
          <CampusSection />
          <SessionsSection loaded={sessions} />
        </SettingsSection>
        <FollowingSection />
        <MutedSection />
        {isOnboarded && <BlockedSection />}
        <SettingsSection name="appearance">
          <AppearanceRows class="flex flex-wrap items-center gap-3" />
        </SettingsSection>
        <ExportSection />
        <DeletionSection />
      </div>
    </div>
  )
}

function Contents({ names }: { names: readonly SectionName[] }) {
  const { page, sections } = settingsText
  return (
    <nav aria-label={page.contents} class="lg:sticky lg:top-24 lg:self-start">
      <ul class="flex flex-wrap gap-x-4 gap-y-1 lg:flex-col">
        {names.map((name) => (
          <li key={name}>
            <a class="link tap py-1 text-sm" href={`#${name}`}>
              {sections[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Blocked = ResponseData<ReturnType<typeof fetchBlocked>>[number]

function BlockedSection() {
  const loaded = useLoaded(fetchBlocked)
  const { blocked } = settingsText
  const unblock = async (person: Blocked, people: Blocked[]) => {
    const failure = await takeBack(person.id)
    // NOT_FOUND: the person has deleted the account.
    if (failure && failure.code !== 'NOT_FOUND') return announceFailure(failure)
    loaded.data.value = people.filter(({ id }) => id !== person.id)
    announce(blocked.unblocked(person.username))
    focusRow('blocked', people.indexOf(person))
  }
  return (
    <SettingsSection name="blocked">
      <WhenLoaded of={loaded}>
        {(people) => (
          <>
            <p class="text-base-content/80">{people.length > 0 ? blocked.lead : blocked.none}</p>
            {people.length > 0 && (
              <ul class="flex flex-col gap-3">
                {people.map((person) => (
                  <BlockedRow key={person.id} person={person} onUnblock={() => unblock(person, people)} />
                ))}
              </ul>
            )}
          </>
        )}
      </WhenLoaded>
    </SettingsSection>
  )
}

function BlockedRow({ person, onUnblock }: { person: Blocked; onUnblock: () => void }) {
  const { id, username, alias, branch } = person
  const { unblock, unblockPerson } = settingsText.blocked
  return (
    <li class="card flex items-center justify-between gap-3 p-4">
      <div class="flex min-w-0 items-center gap-2.5">
        <Avatar name={username} />
        <div class="min-w-0">
          {alias ? (
            <span class="font-medium">{username}</span>
          ) : (
            <a class="link tap font-medium" href={`/u/${id}`}>
              {username}
            </a>
          )}
          <p class="text-base-content/80 text-sm">{alias ? text.post.alias : branch}</p>
        </div>
      </div>
      <button type="button" class="btn btn-outline btn-sm" aria-label={unblockPerson(username)} onClick={onUnblock}>
        {unblock}
      </button>
    </li>
  )
}

import { useEffect } from 'preact/hooks'
import { LanguageChoice, ThemeChoice } from '../../components/appearance'
import { MembersOnly } from '../../components/auth/members-only'
import { Heading, useTitle } from '../../components/page'
import { me } from '../../lib/accounts/me'
import { useLoaded } from '../../lib/loading'
import { text } from '../../texts/core'
import { settingsText } from '../../texts/settings'
import { AccountSection } from './settings-account'
import { BlockedSection } from './settings-blocked'
import { DeletionSection } from './settings-deletion'
import { CampusSection, PasswordSection } from './settings-password'
import { type SectionName, SettingsSection } from './settings-section'
import { fetchSessions, SessionsSection } from './settings-sessions'

const NAMES: readonly SectionName[] = ['account', 'password', 'campus', 'sessions', 'blocked', 'appearance', 'deletion']

export function SettingsPage() {
  return (
    <MembersOnly unfinished>
      <Settings />
    </MembersOnly>
  )
}

function Settings() {
  const { page } = settingsText
  const sessions = useLoaded(fetchSessions)
  const isOnboarded = me.value!.status === 'ACTIVE'
  useTitle(page.title)
  // For a link to a section.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div class="flex flex-col gap-6 lg:grid lg:grid-cols-[12rem_minmax(0,36rem)] lg:gap-x-16">
      <Heading class="text-3xl font-bold lg:col-span-2">{page.title}</Heading>
      <Contents names={NAMES.filter((name) => isOnboarded || name !== 'blocked')} />
      <div class="flex flex-col gap-10">
        <AccountSection />
        <PasswordSection onChanged={sessions.load} />
        <CampusSection />
        <SessionsSection {...sessions} />
        {isOnboarded && <BlockedSection />}
        <AppearanceSection />
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
            <a class="link inline-block py-1 text-sm" href={`#${name}`}>
              {sections[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const ROW = 'flex flex-wrap items-center justify-between gap-3'

function AppearanceSection() {
  return (
    <SettingsSection name="appearance">
      <div class={ROW}>
        <span aria-hidden="true">{text.frame.theme}</span>
        <ThemeChoice />
      </div>
      <div class={ROW}>
        <span aria-hidden="true">{text.frame.language}</span>
        <LanguageChoice />
      </div>
    </SettingsSection>
  )
}

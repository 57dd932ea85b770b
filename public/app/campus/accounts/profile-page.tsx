import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { HeldList } from '../../forum/held/held-list'
import { listPostsByUser } from '../../forum/posts/lists'
import { PostList } from '../../forum/posts/post-list'
import { announce } from '../../lib/announcements'
import type { Failure } from '../../lib/api'
import { announceFailure } from '../../lib/failures'
import { me } from '../../lib/me'
import { monthOf } from '../../lib/months'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { accountsText } from '../../texts/accounts'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { youText } from '../../texts/you'
import { ActButton } from '../../ui/act-button'
import { Avatar } from '../../ui/avatar'
import { ConfirmButton } from '../../ui/dialog'
import {
  FailureNotice,
  Heading,
  LineSkeletons,
  Nothing,
  Notice,
  Page,
  PageLink,
  Section,
  useTitle,
} from '../../ui/page'
import { forMembers } from '../auth/members-only'
import { collegeName } from '../colleges/colleges'
import { DelayedTexts } from './delayed-texts'
import { OwnAliases } from './own-aliases'
import { OwnComments, OwnWordsNav, RemovedPosts, readShow } from './own-words'
import { block, newProfile, type Person, type Profile, readProfile, unblock } from './people'

export const ProfilePage = forMembers(() => {
  const { id = '' } = useRoute().params
  return <OnePerson key={id} id={id} />
}, true)

function OnePerson({ id }: { id: string }) {
  const profile = useHistoryEntry('profile', () => newProfile(id))
  const failure = useSignal<Failure | null>(null)
  const { person, isBlocked, posts } = profile
  useTitle(person.value?.username ?? accountsText.profile.loading)
  const read = async () => {
    failure.value = null
    failure.value = (await readProfile(profile)) ?? null
  }
  // Another list of one's own words is another history entry.
  useEffect(() => {
    read()
  }, [profile])
  if (failure.value && (failure.value.code === 'NOT_FOUND' || person.value === null))
    return <NotReadable failure={failure.value} retry={read} />
  if (person.value === null) return <LineSkeletons />
  const change = (toBlocked: boolean) => {
    isBlocked.value = toBlocked
    if (!toBlocked) posts.value = listPostsByUser(id)
    document.querySelector('h1')?.focus()
  }
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-6">
      <ProfileHead profile={profile} person={person.value} onBlock={change} />
      {id === me.value?.id ? <OwnWords profile={profile} /> : !isBlocked.value && <Posts profile={profile} />}
    </div>
  )
}

function OwnWords({ profile }: { profile: Profile }) {
  const show = readShow(useLocation().query.show)
  return (
    <>
      <HeldList />
      <DelayedTexts />
      <OwnWordsNav id={profile.id} />
      {show === 'posts' && <Posts profile={profile} />}
      {show === 'comments' && <OwnComments />}
      {show === 'aliases' && <OwnAliases />}
      {show === 'removed' && <RemovedPosts id={profile.id} />}
    </>
  )
}

function Posts({ profile: { id, posts } }: { profile: Profile }) {
  const { profile } = accountsText
  const isOwn = id === me.value?.id
  const empty = (
    <Nothing title={isOwn ? profile.noneOwn : profile.none}>
      {isOwn && (
        <a href="/new" class="btn btn-primary btn-sm">
          {profile.write}
        </a>
      )}
    </Nothing>
  )
  return (
    <Section id="posts" title={profile.posts}>
      <PostList list={posts.value} empty={empty} />
    </Section>
  )
}

function NotReadable({ failure, retry }: { failure: Failure; retry: () => void }) {
  const { profile } = accountsText
  if (failure.code === 'NOT_FOUND')
    return (
      <Page title={profile.missing} lead={profile.missingWhy}>
        <PageLink href="/people">{youText.you.people}</PageLink>
      </Page>
    )
  return (
    <Page title={profile.failed}>
      <FailureNotice failure={failure} retry={retry} />
    </Page>
  )
}

type Props = { profile: Profile; person: Person; onBlock: (isBlocked: boolean) => void }

function ProfileHead({ profile: { isBlocked }, person, onBlock }: Props) {
  const { profile } = accountsText
  const isOwn = person.id === me.value?.id
  const since = monthOf(person.createdAt, language.value)
  return (
    <header class="border-base-300 flex flex-col gap-4 border-b pb-6">
      <div class="flex flex-wrap items-center gap-4">
        <Avatar name={person.username} size={96} />
        <div class="min-w-0 flex-1 basis-44">
          <Heading class="text-xl leading-tight font-bold sm:text-2xl">{person.username}</Heading>
          <p class="text-base-content/80 mt-1 text-sm">
            {[person.branch, collegeName(person.collegeId)].filter(Boolean).join(' · ')}
          </p>
          <p class="text-base-content/80 text-sm">
            {text.frame.karma(person.karma)} · {profile.joined(since)}
          </p>
        </div>
      </div>
      {isOwn ? (
        <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p class="text-base-content/80 grow basis-64 text-sm">{profile.you}</p>
          <a href="/settings" class="btn btn-outline btn-sm">
            {youText.you.settings}
          </a>
        </div>
      ) : isBlocked.value ? (
        <Notice kind="info" title={profile.blocked(person.username)}>
          <p>{profile.blockedMeans}</p>
          <div>
            <BlockButton person={person} isBlocked onChange={onBlock} />
          </div>
        </Notice>
      ) : (
        me.value?.status === 'ACTIVE' && (
          <div>
            <BlockButton person={person} onChange={onBlock} />
          </div>
        )
      )}
    </header>
  )
}

type BlockButtonProps = { person: Person; isBlocked?: boolean; onChange: (isBlocked: boolean) => void }

function BlockButton({ person: { id, username }, isBlocked = false, onChange }: BlockButtonProps) {
  const { profile } = accountsText
  const change = async () => {
    const failure = await (isBlocked ? unblock(id) : block(id))
    if (failure) return announceFailure(failure)
    onChange(!isBlocked)
    announce(isBlocked ? profile.unblocked(username) : profile.blocked(username))
  }
  if (isBlocked)
    return (
      <ActButton class="btn btn-outline btn-sm" act={change}>
        {profile.unblock}
      </ActButton>
    )
  return (
    <ConfirmButton
      class="btn btn-outline btn-sm"
      question={profile.blockQuestion(username)}
      consequence={profile.blockConsequence}
      confirm={profile.block}
      onConfirm={change}
    />
  )
}

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { MembersOnly } from '../../components/auth/members-only'
import { FailureNotice } from '../../components/failure-notice'
import { Page, useTitle } from '../../components/page'
import { PostList } from '../../components/posts/post-list'
import { LineSkeletons } from '../../components/skeleton'
import { me } from '../../lib/accounts/me'
import { newProfile, type Profile, readProfile } from '../../lib/accounts/people'
import type { Failure } from '../../lib/api'
import { listPostsByUser } from '../../lib/posts/posts'
import { useHistoryEntry } from '../../lib/scroll-restoration'
import { accountsText } from '../../texts/accounts'
import { text } from '../../texts/core'
import { ProfileHead } from './profile-head'

export function ProfilePage() {
  const { id = '' } = useRoute().params
  return (
    <MembersOnly unfinished>
      <OnePerson key={id} id={id} />
    </MembersOnly>
  )
}

function OnePerson({ id }: { id: string }) {
  const profile = useHistoryEntry('profile', () => newProfile(id))
  const failure = useSignal<Failure | null>(null)
  const { person, isBlocked, posts } = profile
  useTitle(person.value?.username ?? accountsText.profile.loading)
  const read = async () => {
    failure.value = null
    failure.value = (await readProfile(profile)) ?? null
  }
  useEffect(() => {
    read()
  }, [])
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
      {!isBlocked.value && <Posts profile={profile} />}
    </div>
  )
}

function Posts({ profile: { id, posts } }: { profile: Profile }) {
  const { profile } = accountsText
  const isOwn = id === me.value?.id
  const empty = (
    <div class="border-base-300 rounded-box flex flex-col items-center gap-4 border border-dashed px-6 py-12 text-center">
      <p class="text-lg font-medium">{isOwn ? profile.noneOwn : profile.none}</p>
      {isOwn && (
        <a href="/new" class="btn btn-primary btn-sm">
          {profile.write}
        </a>
      )}
    </div>
  )
  return (
    <section aria-labelledby="posts" class="flex flex-col gap-4">
      <h2 id="posts" class="text-xl font-semibold">
        {profile.posts}
      </h2>
      <PostList list={posts.value} empty={empty} />
    </section>
  )
}

function NotReadable({ failure, retry }: { failure: Failure; retry: () => void }) {
  const { profile } = accountsText
  if (failure.code === 'NOT_FOUND')
    return (
      <Page title={profile.missing} lead={profile.missingWhy}>
        <a href="/people" class="btn btn-primary w-full sm:w-auto sm:self-start">
          {text.frame.people}
        </a>
      </Page>
    )
  return (
    <Page title={profile.failed}>
      <FailureNotice failure={failure} retry={retry} />
    </Page>
  )
}

import { Avatar } from '../../components/avatar'
import { Notice } from '../../components/notice'
import { Heading } from '../../components/page'
import { me } from '../../lib/accounts/me'
import type { Person, Profile } from '../../lib/accounts/people'
import { accountsText } from '../../texts/accounts'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { BlockButton } from './block-button'

type Props = { profile: Profile; person: Person; onBlock: (isBlocked: boolean) => void }

export function ProfileHead({ profile: { college, isBlocked }, person, onBlock }: Props) {
  const { profile } = accountsText
  const isOwn = person.id === me.value?.id
  const since = new Date(person.createdAt).toLocaleDateString(language.value, { month: 'long', year: 'numeric' })
  return (
    <header class="border-base-300 flex flex-col gap-4 border-b pb-6">
      <div class="flex flex-wrap items-center gap-4">
        <div class="flex size-16 shrink-0 items-center justify-center [&>svg]:size-16">
          <Avatar name={person.username} />
        </div>
        <div class="min-w-0 flex-1 basis-44">
          <Heading class="text-xl leading-tight font-bold sm:text-2xl">{person.username}</Heading>
          <p class="text-base-content/80 mt-1 text-sm">{[person.branch, college.value].filter(Boolean).join(' · ')}</p>
          <p class="text-base-content/80 text-sm">
            {text.frame.karma(person.karma)} · {profile.joined(since)}
          </p>
        </div>
      </div>
      {isOwn ? (
        <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p class="text-base-content/80 grow basis-64 text-sm">{profile.you}</p>
          <a href="/settings" class="btn btn-outline btn-sm">
            {profile.settings}
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
            <BlockButton person={person} isBlocked={false} onChange={onBlock} />
          </div>
        )
      )}
    </header>
  )
}

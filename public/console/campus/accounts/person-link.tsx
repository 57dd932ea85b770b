import { AliasMark } from '../../../app/forum/posts/byline'
import { language } from '../../../app/texts/catalogue'
import { text } from '../../../app/texts/core'
import { Avatar } from '../../../app/ui/avatar'
import { accountsText } from '../../texts/accounts'
import { accountState, formatMoment, type Person, type PersonState, type Role } from './people'

const LOOKS: Record<Exclude<PersonState, 'active'>, string> = {
  unfinished: 'bg-base-200 border-0',
  suspended: 'badge-warning',
  blocked: 'badge-error',
}

/** Whether the account can take part; a badge where it cannot. */
export function StateBadge({ person }: { person: Person }) {
  const state = accountState(person)
  const { states } = accountsText
  if (state === 'active') return <span class="text-base-content/80 text-sm">{states.active}</span>
  const words =
    state === 'suspended' ? states.suspended(formatMoment(person.suspension!.ends, language.value)) : states[state]
  return <span class={`badge h-auto min-h-6 py-0.5 text-sm leading-snug ${LOOKS[state]}`}>{words}</span>
}

export const RoleBadge = ({ role }: { role: Role }) =>
  role === 'user' ? null : <span class="badge badge-primary text-sm">{accountsText.roles[role]}</span>

type Props = {
  person: { id: string; username: string; alias?: 'own' | 'other' } | null
  official?: true | undefined
  class?: string
}

/** Links to the console's page about the person, if the account still exists. */
export const PersonLink = ({ person, official, class: className = 'link font-medium' }: Props) =>
  person ? (
    <span class="inline-flex max-w-full items-center gap-1.5 align-bottom">
      <Avatar name={person.username} size={20} />
      <a href={`/console/people/${person.id}`} class={`tap-over min-w-0 leading-6 ${className}`}>
        {person.username}
      </a>
      {person.alias && <AliasMark isOwn={person.alias === 'own'} />}
    </span>
  ) : (
    <span>{official ? text.post.moderators : text.post.gone}</span>
  )

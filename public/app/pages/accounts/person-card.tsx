import { Avatar } from '../../components/avatar'
import type { Person } from '../../lib/accounts/people'
import { text } from '../../texts/core'

/** Somebody in a list: all of it leads to the profile. */
export function PersonCard({ person: { id, username, branch, karma } }: { person: Person }) {
  return (
    <li>
      <a
        href={`/u/${id}`}
        class="border-base-300 rounded-box hover:border-base-content/30 flex items-center gap-3 border p-4"
      >
        <Avatar name={username} />
        <span class="min-w-0 leading-snug">
          <span class="block truncate font-medium">{username}</span>
          <span class="text-base-content/80 line-clamp-1 text-sm">
            {[branch, text.frame.karma(karma)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </a>
    </li>
  )
}

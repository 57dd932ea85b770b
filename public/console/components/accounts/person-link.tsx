import { text } from '../../../app/texts/core'

type Props = { person: { id: string; username: string } | null; class?: string }

/** Leads to what moderators know of somebody; an account that is gone is named so. */
export const PersonLink = ({ person, class: className = 'link font-medium' }: Props) =>
  person ? (
    <a href={`/console/people/${person.id}`} class={className}>
      {person.username}
    </a>
  ) : (
    <span>{text.post.gone}</span>
  )

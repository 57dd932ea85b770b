import { text } from '../../../app/texts/core'

type Props = { person: { id: string; username: string } | null; class?: string }

/** Links to the console's page about the person, if the account still exists. */
export const PersonLink = ({ person, class: className = 'link font-medium' }: Props) =>
  person ? (
    <a href={`/console/people/${person.id}`} class={className}>
      {person.username}
    </a>
  ) : (
    <span>{text.post.gone}</span>
  )

import { text } from '../../texts/core'
import { Avatar } from '../../ui/avatar'
import { Icon } from '../../ui/icon'

/** That a text of one's own stands under a name for its thread; with the face and the name, once it has them. */
export const AliasName = ({ name }: { name?: string }) => (
  <p class="text-base-content/80 flex flex-wrap items-center gap-x-1.5 text-sm">
    {name === undefined ? <Icon name="mask" class="size-4" /> : <Avatar name={name} size={20} />}
    {name && <span class="text-base-content font-medium">{name}</span>}
    <span>{text.post.alias}</span>
  </p>
)

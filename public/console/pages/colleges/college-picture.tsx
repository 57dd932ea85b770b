import { Icon } from '../../../app/components/icon'
import type { College } from '../../lib/colleges/colleges'
import { ownPicture } from '../../lib/colleges/picture'

type Props = { college: Pick<College, 'name' | 'profile'> }

/** What stands for a college: its picture, or a sign for that it has none. Its name stands beside it. */
export function CollegePicture({ college: { profile } }: Props) {
  const path = ownPicture(profile)
  const look = 'border-base-300 rounded-field size-12 shrink-0 border'
  if (path !== undefined) return <img src={path} alt="" loading="lazy" class={`${look} object-cover`} />
  return (
    <span class={`${look} bg-base-200 text-base-content/80 grid place-items-center`}>
      <Icon name="flag" class="size-5" />
    </span>
  )
}

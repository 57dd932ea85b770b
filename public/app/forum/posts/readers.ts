import { instance, isOneCollege } from '../../lib/instance'
import { postsText } from '../../texts/posts'

/** Who can read what is for one college only. Where there is one, it needs no name. */
export const collegeReaders = (college: string | undefined): string =>
  postsText.writing.readers.college(isOneCollege.value ? '' : (college ?? ''))

/** Who can read what is for all colleges. */
export const allReaders = (): string =>
  instance.value?.readers === 'members' ? postsText.writing.readers.members : postsText.writing.readers.everyone

import { useEffect } from 'preact/hooks'
import { me } from '../../lib/me'
import { text } from '../../texts/core'
import { Choice } from '../../ui/choice'
import { branches, branchOptions, loadBranches } from './colleges'

type Props = { branch: string; onChoose: (branch: string) => void }

/** The branches of the viewer's college. An anonymous visitor sees the one that the URL names, to remove it. */
export function BranchChoice({ branch, onChoose }: Props) {
  const own = me.value
  const collegeId = own?.collegeId
  useEffect(() => {
    if (collegeId) loadBranches(collegeId)
  }, [collegeId])
  if (own === null && branch === '') return null
  const { value, options } = branchOptions(own ? branches.value : [], branch, own?.branch ?? '')
  return (
    <Choice
      label={text.feed.branch}
      value={value}
      options={[['', text.feed.allBranches], ...options]}
      onChoose={onChoose}
    />
  )
}

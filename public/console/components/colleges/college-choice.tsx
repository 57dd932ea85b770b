import { useEffect } from 'preact/hooks'
import { Choice } from '../../../app/components/choice'
import { colleges, loadColleges } from '../../../app/lib/colleges/colleges'
import { useFilters } from '../../lib/address'

type Props = { label: string; every: string }

/** Filters a list by college; hidden where there is only one. */
export function CollegeChoice({ label, every }: Props) {
  const { query, narrow } = useFilters()
  useEffect(() => {
    loadColleges()
  }, [])
  if (colleges.value.length < 2) return null
  return (
    <Choice
      label={label}
      value={query.collegeId ?? ''}
      options={[['', every], ...colleges.value.map(({ id, name }) => [id, name] as const)]}
      onChoose={(collegeId) => narrow({ collegeId })}
    />
  )
}

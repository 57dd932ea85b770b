import { useEffect } from 'preact/hooks'
import { colleges, loadColleges } from '../../../app/campus/colleges/colleges'
import { Choice } from '../../../app/ui/choice'
import { overview } from '../../lib/overview'
import { useFilters } from '../../lib/page'
import { collegesText } from '../../texts/colleges'
import { Told } from '../../ui/panel'

/** Filters a list by college; hidden where there is only one. */
export function CollegeChoice({ label, every }: { label: string; every: string }) {
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

/** Why an admin finds no buttons that give a domain to a college. */
export const SuperadminsOnly = () =>
  overview.data.value?.mayChangeDomains === false && <Told>{collegesText.colleges.superadminsOnly}</Told>

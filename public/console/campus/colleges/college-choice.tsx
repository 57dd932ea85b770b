import { useEffect } from 'preact/hooks'
import { colleges, loadColleges } from '../../../app/campus/colleges/colleges'
import { Choice } from '../../../app/ui/choice'
import { overview } from '../../lib/overview'
import { useFilters } from '../../lib/page'
import { collegesText } from '../../texts/colleges'
import { consoleText } from '../../texts/console'
import { Told } from '../../ui/panel'

/** Filters a list by college; hidden where there is only one. */
export function CollegeChoice() {
  const { college, everyCollege } = consoleText.words
  const { query, narrow } = useFilters()
  useEffect(() => {
    loadColleges()
  }, [])
  if (colleges.value.length < 2) return null
  return (
    <Choice
      label={college}
      value={query.collegeId ?? ''}
      options={[['', everyCollege], ...colleges.value.map(({ id, name }) => [id, name] as const)]}
      onChoose={(collegeId) => narrow({ collegeId })}
    />
  )
}

/** Why an admin finds no buttons that give a domain to a college. */
export const SuperadminsOnly = () =>
  overview.data.value?.mayChangeDomains === false && <Told>{collegesText.colleges.superadminsOnly}</Told>

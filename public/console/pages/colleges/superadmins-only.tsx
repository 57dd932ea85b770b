import { Notice } from '../../../app/components/page'
import { overview } from '../../lib/dashboard/overview'
import { collegesText } from '../../texts/colleges'

/** Why an admin finds no buttons that give a domain to a college. */
export function SuperadminsOnly() {
  if (overview.value?.mayChangeDomains !== false) return null
  return (
    <Notice kind="info">
      <p>{collegesText.colleges.superadminsOnly}</p>
    </Notice>
  )
}

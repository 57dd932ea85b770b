import { setupText } from '../../texts/setup'
import { Notice } from '../../ui/page'

/** On the feed of a server that has no college yet. */
export function NotSetUp() {
  const { missing } = setupText
  return (
    <Notice kind="info" title={missing.title}>
      <p>{missing.how}</p>
    </Notice>
  )
}

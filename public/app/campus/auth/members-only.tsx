import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { instance } from '../../lib/instance'
import { joined, me } from '../../lib/me'
import { go, joinPath, loginPath } from '../../lib/navigation'
import { LineSkeletons } from '../../ui/page'

type Props = { children: ComponentChildren; unfinished?: boolean }

/**
 * For signed-in users. Anonymous visitors go to the sign-in page and back, unfinished accounts to the rest of joining.
 */
export function MembersOnly({ children, unfinished = false }: Props) {
  const member = me.value
  const isReady = joined.value || unfinished
  useEffect(() => {
    if (member === null) go(loginPath(), true)
    else if (member && !isReady) go(joinPath(), true)
  }, [member, isReady])
  // Of a campus whose settings come later, parts would move.
  return member && isReady && instance.value !== undefined ? children : <LineSkeletons />
}

/** A page for members; with `unfinished`, also for those who have yet to finish joining. */
export const forMembers =
  (Shown: ComponentType, unfinished = false) =>
  () => (
    <MembersOnly unfinished={unfinished}>
      <Shown />
    </MembersOnly>
  )

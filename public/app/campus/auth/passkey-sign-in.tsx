import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Failure } from '../../lib/api'
import { missingPart } from '../../lib/parts'
import { authText } from '../../texts/auth'
import { text } from '../../texts/core'
import { ActButton } from '../../ui/act-button'
import { FailureNotice } from '../../ui/page'
import { afterSignIn } from './session'

const passkeys = () => import('./passkeys')

/** Whether the browser knows passkeys at all. */
export const knowsPasskeys = 'PublicKeyCredential' in globalThis

/** A button for a passkey; meanwhile browsers that can offer passkeys where the email is typed. */
export function PasskeySignIn() {
  const failure = useSignal<Failure | null>(null)
  const { login } = authText
  useEffect(() => {
    let isHere = true
    passkeys()
      .then(({ offerPasskeys }) => (isHere ? offerPasskeys() : undefined))
      .then((answer) => {
        if (answer?.success && isHere) afterSignIn()
      })
      .catch(() => undefined)
    return () => {
      isHere = false
      passkeys().then(({ withdrawOffer }) => withdrawOffer())
    }
  }, [])
  const signIn = async () => {
    failure.value = null
    const answer = await passkeys().then(({ signInWithPasskey }) => signInWithPasskey(), missingPart)
    if (answer.success) await afterSignIn()
    else failure.value = answer
  }
  return (
    <>
      <ActButton class="btn btn-outline" act={signIn} waiting={text.common.loading}>
        {login.byPasskey}
      </ActButton>
      {failure.value && <FailureNotice failure={failure.value} />}
    </>
  )
}

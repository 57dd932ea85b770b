import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { instance } from '../../lib/instance'
import { authText } from '../../texts/auth'
import { Field } from '../../ui/field'

/** A new password, typed twice, with a switch that shows both. The second field is not sent. */
export function NewPassword({ name, label }: { name: string; label: string }) {
  const isVisible = useSignal(false)
  const pair = useRef<HTMLDivElement>(null)
  const compare = () => {
    const [first, again] = pair.current!.querySelectorAll('input')
    again!.setCustomValidity(first!.value === again!.value ? '' : authText.password.differ)
  }
  const words = authText.password
  const length = instance.value?.limits.password
  const type = isVisible.value ? 'text' : 'password'
  const attributes = {
    type,
    required: true,
    autocomplete: 'new-password',
    autocapitalize: 'off',
    spellcheck: false,
  } as const
  return (
    <div ref={pair} class="flex flex-col gap-4" onInput={compare}>
      <Field
        name={name}
        label={label}
        hint={`${length ? `${words.length(length.min, length.max)} ` : ''}${words.advice}`}
        {...attributes}
      />
      <Field name={`${name}Again`} label={words.again} {...attributes} />
      <button
        type="button"
        class="btn btn-outline btn-sm self-start"
        aria-pressed={isVisible.value}
        onClick={() => (isVisible.value = !isVisible.value)}
      >
        {words.show}
      </button>
    </div>
  )
}

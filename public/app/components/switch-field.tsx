import type { ComponentChildren } from 'preact'

type Props = { name: string; label: string; hint?: ComponentChildren; initial: boolean }

export function SwitchField({ name, label, hint, initial }: Props) {
  return (
    <label class="flex items-start gap-3">
      <input type="checkbox" name={name} class="toggle toggle-primary" defaultChecked={initial} />
      <span class="min-w-0">
        <span class="block font-medium">{label}</span>
        {hint && <span class="text-base-content/80 block text-sm">{hint}</span>}
      </span>
    </label>
  )
}

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
  class?: string
}

/** A native select without a visible label: screen readers hear the label, and `title` shows it on hover. */
export function Choice<Value extends string>({ label, value, options, onChoose, class: className = '' }: Props<Value>) {
  return (
    <select
      class={`select select-sm w-auto max-w-full min-w-0 ${className}`}
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
    >
      {options.map(([each, name]) => (
        <option key={each} value={each} selected={each === value}>
          {name}
        </option>
      ))}
    </select>
  )
}

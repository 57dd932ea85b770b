import { choicesText } from '../texts/choices'

/**
 * A topic, report reason or feedback type in the language of the pages; one that admins added reads as they wrote it.
 */
export function choiceLabel(value: string): string {
  const labels: Record<string, string> = choicesText.choices
  return Object.hasOwn(labels, value) ? labels[value]! : value
}

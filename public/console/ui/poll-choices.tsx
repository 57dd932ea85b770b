import { pollsText } from '../../app/texts/polls'

type Props = { of: { options: readonly { text: string; votes: number | null }[] } | undefined }

/** The choices of a poll, with their votes where there is a result; nothing without a poll. */
export const PollChoices = ({ of: poll }: Props) =>
  poll ? (
    <section class="text-sm">
      <h3 class="text-base-content/80">{pollsText.poll.title}</h3>
      <ul class="list-disc ps-5">
        {poll.options.map(({ text, votes }) => (
          <li key={text} dir="auto" class="break-words">
            {text}
            {votes !== null && ` · ${pollsText.poll.votes(votes)}`}
          </li>
        ))}
      </ul>
    </section>
  ) : null

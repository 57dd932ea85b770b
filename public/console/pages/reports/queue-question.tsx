import { useSignal } from '@preact/signals'
import { RemoveRecent } from '../../components/moderation/remove-recent'
import type { Entry } from '../../lib/reports/queue'
import type { QueueSession } from '../../lib/reports/queue-session'
import { moderationText } from '../../texts/moderation'
import { type Ban, QueueReason, QueueSanction } from './queue-sanction'

/** What has to be asked before a decision. `all`: what is selected, where the decision is about that. */
export type Question = { entry: Entry } & (
  | { kind: 'reason'; verdict: Ban; all: readonly Entry[] }
  | { kind: 'suspend' | 'block' | 'recent' }
)
export type Asked = Question & { serial: number }

/** Asks it. */
export function QuestionDialog({ question, session }: { question: Asked; session: QueueSession }) {
  const { entry } = question
  if (question.kind === 'reason')
    return (
      <QueueReason
        verdict={question.verdict}
        rules={(question.all[0] ?? entry).reasons.map(({ reason }) => reason)}
        onReason={(why) =>
          question.all.length > 0
            ? session.decideAll(question.all, question.verdict, why)
            : session.decide(entry, { verdict: question.verdict, why })
        }
      />
    )
  if (question.kind === 'recent')
    return entry.author && <Recent entry={entry} author={entry.author} session={session} />
  return (
    entry.author && (
      <QueueSanction
        entry={entry}
        author={entry.author}
        kind={question.kind}
        onDone={(verdict, sanction) => session.decide(entry, { verdict, sanction })}
      />
    )
  )
}

type RecentProps = { entry: Entry; author: NonNullable<Entry['author']>; session: QueueSession }

function Recent({ entry, author, session }: RecentProps) {
  const open = useSignal(true)
  return (
    <RemoveRecent
      open={open}
      person={author}
      rules={entry.reasons.map(({ reason }) => reason)}
      onDone={(removal) => {
        const sanction = { ...removal, undone: moderationText.recent.back }
        session.decide(entry, { verdict: undefined, sanction })
      }}
    />
  )
}

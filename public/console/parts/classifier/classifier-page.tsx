import { useSignal } from '@preact/signals'
import { api, envelope } from '../../../app/lib/api'
import { SelectField } from '../../../app/ui/field'
import { Time } from '../../../app/ui/time'
import { FieldSetting, oneOf, type Part } from '../../keeping/settings/field-settings'
import type { Settings } from '../../keeping/settings/settings'
import { maySet, Section } from '../../keeping/settings/settings-form'
import { useResource } from '../../lib/page'
import { classifierText } from '../../texts/classifier'
import { Loaded, Panel, Told } from '../../ui/panel'
import { RowForm } from '../../ui/record-dialog'
import { type LabelState, labelName, NEVER, percent, reachedAt, readClassifier, type State } from './classifier'

export function ClassifierPage() {
  const state = useResource('console-classifier', readClassifier)
  const { page, reset } = classifierText
  const changed = async () => {
    const answer = await readClassifier()
    if (answer.success) state.data.value = answer.data
  }
  return (
    <Panel lead={page.lead}>
      {!maySet() && <Told>{page.readOnly}</Told>}
      <Loaded resource={state}>
        {(now) => (
          <>
            <Now state={now} />
            <Choosing key={state.loads} state={now} onSaved={changed} />
            {maySet() && (
              <RowForm
                class="btn-sm btn-outline self-start"
                words={reset.open}
                title={reset.title}
                lead={reset.lead}
                isGrave
                send={() => envelope(api.admin.classifier.reset.post())}
                done={reset.done}
                onDone={changed}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** What it does at the moment, and how it has done. */
function Now({ state: { mode, isHolding, version, madeAt, decisions, agreement, rolledBack } }: { state: State }) {
  const { now, would } = classifierText
  const { predicted, agreed } = agreement
  return (
    <Section name="now" title={now.title} lead={now[mode === 'on' && !isHolding ? 'proving' : mode]}>
      {rolledBack ? (
        <Told>{now.rolledBack}</Told>
      ) : (
        <p>
          {version === null ? now.base(decisions) : now.version(version, decisions)}{' '}
          {madeAt !== null && <Time of={madeAt} />}
        </p>
      )}
      <p>
        {predicted === 0 ? now.none : `${now.right} ${would.of(agreed, predicted)} (${percent(agreed / predicted)})`}
      </p>
    </Section>
  )
}

type Kind = 'hold' | 'notice'
const MODES = ['off', 'shadow', 'on'] as const

/** The mode, and for each label from which scores on it acts. */
function Choosing({ state: { mode, labels }, onSaved }: { state: State; onSaved: () => void }) {
  const { settings: words } = classifierText
  const held = labels.filter(({ defaultHold }) => defaultHold !== null)
  const hold = byLabel(held, (each) => each.hold)
  const notice = byLabel(labels, (each) => each.notice)
  return (
    <FieldSetting
      name="classifier"
      words={words}
      parts={[
        oneOf('classifier.mode', { label: words.mode, options: MODES.map((each) => [each, words.modes[each]]) }),
        scores('hold', held),
        words.selfHarm,
        scores('notice', labels),
      ]}
      settings={{ classifier: { mode, hold, notice } }}
      onSaved={onSaved}
    />
  )
}

const byLabel = (labels: readonly LabelState[], scoreOf: (of: LabelState) => number | null) =>
  Object.fromEntries(labels.map((each) => [each.label, scoreOf(each)])) as Settings['classifier']['notice']

const nameOf = (kind: Kind, label: string) => `classifier.${kind}.${label}`

const scores = (kind: Kind, labels: readonly LabelState[]): Part => ({
  name: `classifier.${kind}`,
  label: classifierText.settings[kind],
  read: (values) =>
    byLabel(labels, ({ label }) => {
      const value = values.get(nameOf(kind, label))
      return value ? Number(value) : null
    }),
  show: () => (
    <fieldset class="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
      <legend class="mb-2 font-semibold">{classifierText.settings[kind]}</legend>
      {labels.map((each) => (
        <Score
          key={each.label}
          of={each}
          kind={kind}
          usual={each[kind === 'hold' ? 'defaultHold' : 'defaultNotice']!}
        />
      ))}
    </fieldset>
  ),
})

/** From which score on, and how many decided texts reach it. */
function Score({ of: { label, curve, ...of }, kind, usual }: { of: LabelState; kind: Kind; usual: number }) {
  const { settings: words, would } = classifierText
  const saved = of[kind]
  const chosen = useSignal(String(saved ?? ''))
  const score = Number(chosen.value || usual)
  const offered = new Set([...curve.map(({ score }) => score).filter((score) => score > 0), saved ?? NEVER, NEVER])
  const reached = score !== NEVER && reachedAt(curve, score)
  return (
    <SelectField
      name={nameOf(kind, label)}
      label={labelName(label)}
      hint={reached && <span aria-live="polite">{would.reach(...reached)}</span>}
      initial={String(saved ?? '')}
      options={[
        ['', words.atDefault(percent(usual))],
        ...[...offered]
          .sort((one, other) => one - other)
          .map((at) => [String(at), at === NEVER ? words.never : words.from(percent(at))] as const),
      ]}
      onChoose={(value) => (chosen.value = value)}
    />
  )
}

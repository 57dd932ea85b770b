import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { api, envelope } from '../../../app/lib/api'
import { SelectField } from '../../../app/ui/field'
import { Notice } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { changeSettings, isSame } from '../../keeping/settings/settings'
import { maySet, SettingsForm } from '../../keeping/settings/settings-form'
import { useResource } from '../../lib/page'
import { classifierText } from '../../texts/classifier'
import { Loaded, Panel, Told } from '../../ui/panel'
import { RowForm } from '../../ui/record-dialog'
import {
  type Choices,
  type LabelState,
  labelName,
  NEVER,
  percent,
  reachedAt,
  readClassifier,
  type State,
} from './classifier'

let readings = 0

async function readAnew() {
  const answer = await readClassifier()
  readings++
  return answer
}

export function ClassifierPage() {
  const state = useResource('console-classifier', readAnew)
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
            {/* Remounted after loading, so that changes by others do not look like unsaved ones. */}
            <Fragment key={readings}>
              <Choosing state={now} onSaved={changed} />
            </Fragment>
            {maySet() && (
              <RowForm
                class="btn-sm btn-outline self-start"
                words={reset.open}
                title={reset.title}
                lead={reset.lead}
                confirm={reset.confirm}
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
  const { now, page, would } = classifierText
  const { title, lead } = now[mode === 'on' && !isHolding ? 'proving' : mode]
  const { predicted, agreed } = agreement
  return (
    <section class="card flex max-w-3xl flex-col gap-3 p-4 sm:p-5">
      <h2 class="text-lg font-semibold">{title}</h2>
      <p>{lead}</p>
      {rolledBack && (
        <Notice kind="info">
          <p>{page.rolledBack}</p>
        </Notice>
      )}
      <dl class="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt class="text-base-content/80">{now.predicted}</dt>
        <dd>{predicted === 0 ? now.none : now.ofProof(predicted)}</dd>
        {predicted > 0 && (
          <>
            <dt class="text-base-content/80">{now.agreed}</dt>
            <dd>
              {would.of(agreed, predicted)} ({percent(agreed / predicted)})
            </dd>
          </>
        )}
        <dt class="text-base-content/80">{now.learned}</dt>
        <dd>
          {version !== null ? now.version(version, decisions) : rolledBack ? now.takenBack : now.base(decisions)}
          {madeAt !== null && (
            <>
              {' · '}
              <Time of={madeAt} />
            </>
          )}
        </dd>
      </dl>
      {version === null && !rolledBack && <p class="text-base-content/80 text-sm">{now.baseMeans}</p>}
    </section>
  )
}

const KINDS = ['hold', 'notice'] as const
type Kind = (typeof KINDS)[number]
const MODES = ['off', 'shadow', 'on'] as const

const nameOf = (kind: Kind, label: string) => `classifier.${kind}.${label}`

const scoresOf = (labels: readonly LabelState[], kind: Kind, read: (label: LabelState) => number | null) =>
  Object.fromEntries(
    labels.filter((each) => kind === 'notice' || each.defaultHold !== null).map((each) => [each.label, read(each)]),
  )

const choicesIn = (labels: readonly LabelState[], values: FormData): Choices => {
  const chosen = (kind: Kind) =>
    scoresOf(labels, kind, ({ label }) => {
      const value = String(values.get(nameOf(kind, label)) ?? '')
      return value === '' ? null : Number(value)
    })
  const mode = values.get('classifier.mode') as Choices['mode']
  return { mode, hold: chosen('hold'), notice: chosen('notice') } as Choices
}

/** The mode, and for each label from which scores on it acts. */
function Choosing({ state: { mode, labels }, onSaved }: { state: State; onSaved: () => void }) {
  const { settings: words } = classifierText
  const saved = {
    mode,
    hold: scoresOf(labels, 'hold', ({ hold }) => hold),
    notice: scoresOf(labels, 'notice', ({ notice }) => notice),
  } as Choices
  const current = useSignal(saved)
  return (
    <SettingsForm
      name="classifier"
      title={words.title}
      lead={`${words.lead} ${reachedAt(labels[0]!.curve, 0) ? words.counts : words.countsNothing}`}
      isChanged={!isSame(current.value, saved)}
      onInput={(values) => (current.value = choicesIn(labels, values))}
      send={(values) => changeSettings({ classifier: choicesIn(labels, values) })}
      onSaved={onSaved}
    >
      <SelectField
        name="classifier.mode"
        label={words.mode}
        initial={mode}
        options={MODES.map((each) => [each, words.modes[each]])}
      />
      {labels.map((each) => (
        <Thresholds key={each.label} of={each} chosen={current.value} />
      ))}
    </SettingsForm>
  )
}

function Thresholds({ of, chosen }: { of: LabelState; chosen: Choices }) {
  const { labels: words } = classifierText
  return (
    <fieldset class="border-base-300 border-t pt-3">
      <legend class="float-start mb-2 w-full font-semibold">{labelName(of.label)}</legend>
      <div class="clear-both grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
        {of.label === 'self-harm' ? (
          <p class="text-base-content/80 text-sm">{words.selfHarm}</p>
        ) : (
          <Threshold of={of} kind="hold" initial={of.hold} usual={of.defaultHold!} chosen={chosen.hold[of.label]} />
        )}
        <Threshold
          of={of}
          kind="notice"
          initial={of.notice}
          usual={of.defaultNotice}
          chosen={chosen.notice[of.label]}
        />
      </div>
    </fieldset>
  )
}

type ThresholdProps = { of: LabelState; kind: Kind; initial: number | null; usual: number; chosen: number | null }

/** From which score on, and what that would have meant. */
function Threshold({ of: { label, curve }, kind, initial, usual, chosen }: ThresholdProps) {
  const { settings: words, would } = classifierText
  const scores = curve.map(({ score }) => score).filter((score) => score > 0)
  if (initial !== null && initial !== NEVER && !scores.includes(initial)) scores.push(initial)
  const reached = reachedAt(curve, chosen ?? usual)
  const outcome = chosen === NEVER ? would.never : reached && would[kind](...reached)
  return (
    <SelectField
      name={nameOf(kind, label)}
      label={words[kind]}
      hint={outcome && <span aria-live="polite">{outcome}</span>}
      initial={initial === null ? '' : String(initial)}
      options={[
        ['', words.atDefault(percent(usual))],
        ...scores
          .sort((one, other) => one - other)
          .map((score) => [String(score), words.from(percent(score))] as const),
        [String(NEVER), words.never],
      ]}
    />
  )
}

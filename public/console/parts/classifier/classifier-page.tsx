import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { api, envelope } from '../../../app/lib/api'
import { useFormDraft } from '../../../app/lib/form-draft'
import { SelectField } from '../../../app/ui/field'
import { Notice } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { changeSettings, isSame, type Settings } from '../../keeping/settings/settings'
import { maySet, SettingsForm } from '../../keeping/settings/settings-form'
import { useResource } from '../../lib/page'
import { classifierText } from '../../texts/classifier'
import { Loaded, Panel, Told } from '../../ui/panel'
import { RowForm } from '../../ui/record-dialog'
import { type LabelState, labelName, NEVER, percent, reachedAt, readClassifier, type State } from './classifier'

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

type Kind = 'hold' | 'notice'
type Chosen = { mode: State['mode'] } & Record<Kind, Record<string, number | null>>
const MODES = ['off', 'shadow', 'on'] as const

const nameOf = (kind: Kind, label: string) => `classifier.${kind}.${label}`

/** What is chosen of each label; self-harm holds nothing. */
function chosenFrom(
  labels: readonly LabelState[],
  mode: Chosen['mode'],
  read: (of: LabelState, kind: Kind) => number | null,
) {
  const scores = (kind: Kind) => labels.map((each) => [each.label, read(each, kind)] as const)
  const held = scores('hold').filter(([label]) => label !== 'self-harm')
  return { mode, hold: Object.fromEntries(held), notice: Object.fromEntries(scores('notice')) }
}

function chosenIn(labels: readonly LabelState[], values: FormData): Chosen {
  const mode = values.get('classifier.mode') as Chosen['mode']
  return chosenFrom(labels, mode, ({ label }, kind) => {
    const value = values.get(nameOf(kind, label))
    return value ? Number(value) : null
  })
}

/** The mode, and for each label from which scores on it acts. */
function Choosing({ state: { mode, labels }, onSaved }: { state: State; onSaved: () => void }) {
  const { settings: words } = classifierText
  const saved = chosenFrom(labels, mode, (label, kind) => label[kind])
  const current = useSignal<Chosen>(saved)
  const draft = useFormDraft('settings classifier')
  return (
    <SettingsForm
      name="classifier"
      title={words.title}
      lead={`${words.lead} ${reachedAt(labels[0]!.curve, 0) ? words.counts : words.countsNothing}`}
      isChanged={!isSame(current.value, saved)}
      draft={draft}
      onInput={(values) => (current.value = chosenIn(labels, values))}
      send={(values) => changeSettings({ classifier: chosenIn(labels, values) as Settings['classifier'] })}
      onSaved={onSaved}
    >
      <SelectField
        name="classifier.mode"
        label={words.mode}
        initial={mode}
        options={MODES.map((each) => [each, words.modes[each]])}
      />
      {labels.map((each) => (
        <fieldset key={each.label} class="border-base-300 border-t pt-3">
          <legend class="float-start mb-2 w-full font-semibold">{labelName(each.label)}</legend>
          <div class="clear-both grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
            {each.defaultHold === null ? (
              <p class="text-base-content/80 text-sm">{classifierText.labels.selfHarm}</p>
            ) : (
              <Threshold of={each} kind="hold" usual={each.defaultHold} chosen={current.value} />
            )}
            <Threshold of={each} kind="notice" usual={each.defaultNotice} chosen={current.value} />
          </div>
        </fieldset>
      ))}
    </SettingsForm>
  )
}

type ThresholdProps = { of: LabelState; kind: Kind; usual: number; chosen: Chosen }

/** From which score on, and what that would have meant. */
function Threshold({ of, kind, usual, chosen }: ThresholdProps) {
  const { label, curve, [kind]: initial } = of
  const { settings: words, would } = classifierText
  const scores = new Set(curve.map(({ score }) => score).filter((score) => score > 0))
  if (initial !== null && initial !== NEVER) scores.add(initial)
  const score = chosen[kind][label] ?? usual
  const reached = reachedAt(curve, score)
  const outcome = score === NEVER ? would.never : reached && would[kind](...reached)
  return (
    <SelectField
      name={nameOf(kind, label)}
      label={words[kind]}
      hint={outcome && <span aria-live="polite">{outcome}</span>}
      initial={String(initial ?? '')}
      options={[
        ['', words.atDefault(percent(usual))],
        ...[...scores].sort((one, other) => one - other).map((at) => [String(at), words.from(percent(at))] as const),
        [String(NEVER), words.never],
      ]}
    />
  )
}

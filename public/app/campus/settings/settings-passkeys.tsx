import { announce } from '../../lib/announcements'
import { api, envelope, type ResponseData, unlessGone } from '../../lib/api'
import { announceFailure } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { missingPart } from '../../lib/parts'
import { language } from '../../texts/catalogue'
import { byLanguage } from '../../texts/formats'
import { settingsText } from '../../texts/settings'
import { ConfirmButton, FormButton } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { WhenLoaded } from '../../ui/loaded'
import { parseUserAgent } from '../auth/devices'
import { knowsPasskeys } from '../auth/passkey-sign-in'
import { focusRow, SettingsPart } from './settings-section'

/** The server stores the day, which is one of UTC. */
const format = byLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }))
const dayOf = (time: string): string => format(language.value).format(Date.parse(time))

const fetchPasskeys = () => envelope(api.auth.passkeys.get())

type Passkey = ResponseData<ReturnType<typeof fetchPasskeys>>['passkeys'][number]

/** The passkeys of the account: add, name, remove. */
export function PasskeysSection() {
  const loaded = useLoaded(fetchPasskeys)
  const { load } = loaded
  const { passkeys } = settingsText
  return (
    <SettingsPart name="passkeys">
      <p class="text-base-content/80">{passkeys.lead}</p>
      <WhenLoaded of={loaded}>
        {({ passkeys: all }) => (
          <>
            {all.length > 0 && (
              <ul class="flex flex-col gap-3">
                {all.map((passkey, index) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    onChange={load}
                    onRemoved={() => load().then(() => focusRow('passkeys', index))}
                  />
                ))}
              </ul>
            )}
            {knowsPasskeys ? <AddButton onAdded={load} /> : <p>{passkeys.unknown}</p>}
          </>
        )}
      </WhenLoaded>
    </SettingsPart>
  )
}

type RowProps = { passkey: Passkey; onChange: () => void; onRemoved: () => void }

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, onChange, onRemoved }: RowProps) {
  const { passkeys } = settingsText
  const remove = async () => {
    const failure = await unlessGone(envelope(api.auth.passkeys({ id }).delete()))
    if (failure) return announceFailure(failure)
    announce(passkeys.removed(name))
    onRemoved()
  }
  return (
    <li class="card flex flex-wrap items-center justify-between gap-3 p-4">
      <div class="min-w-0">
        <p class="font-medium break-words">{name}</p>
        <p class="text-base-content/80 text-sm">
          {passkeys.added(dayOf(createdAt))}
          {lastUsedAt && ` · ${passkeys.used(dayOf(lastUsedAt))}`}
        </p>
      </div>
      <div class="flex flex-wrap gap-2">
        <FormButton
          class="btn btn-outline btn-sm"
          label={passkeys.renameOne(name)}
          name={passkeys.rename}
          title={passkeys.renameTitle}
          confirm={passkeys.save}
          draft={null}
          send={(values) => envelope(api.auth.passkeys({ id }).patch({ name: nameIn(values) }))}
          done={passkeys.renamed}
          onDone={onChange}
        >
          <NameField initial={name} />
        </FormButton>
        <ConfirmButton
          class="btn btn-outline btn-sm"
          label={passkeys.removeOne(name)}
          question={passkeys.removeAsk(name)}
          consequence={passkeys.removeWhat}
          confirm={passkeys.remove}
          onConfirm={remove}
        />
      </div>
    </li>
  )
}

const nameIn = (values: FormData): string => String(values.get('name')).trim()

function NameField({ initial }: { initial: string }) {
  const { name, nameHint } = settingsText.passkeys
  return <Field name="name" label={name} hint={nameHint} required maxLength={50} autocomplete="off" initial={initial} />
}

function AddButton({ onAdded }: { onAdded: () => void }) {
  const { passkeys, sessions } = settingsText
  const { browser, system } = parseUserAgent(navigator.userAgent)
  return (
    <FormButton
      class="btn btn-outline btn-wide"
      name={passkeys.add}
      title={passkeys.add}
      lead={passkeys.addLead}
      confirm={passkeys.continue}
      draft={null}
      send={(values) => import('../auth/passkeys').then(({ addPasskey }) => addPasskey(nameIn(values)), missingPart)}
      done={passkeys.isAdded}
      onDone={onAdded}
    >
      <NameField initial={browser && system ? sessions.on(browser, system) : ''} />
    </FormButton>
  )
}

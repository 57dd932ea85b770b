import { type Static, t } from 'elysia'
import { storage } from '../../../db/storage'
import { countModerators } from '../../campus/accounts/roles'
import { readCampusLook } from '../../campus/colleges/directory'
import { config } from '../../config'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { newestFacts } from '../../ground/audit/logs'
import { allSettings, effectiveSettings } from '../../ground/settings/settings'
import { mailWay } from '../../lib/mail/transport'
import { namedObject } from '../../lib/text/schema'
import { backupStatus } from '../backups/records'
import { readTotals } from '../dashboard/overview'

// What a new Quad lacks before students come. Each state is read from what is there now, or from the newest entry about
// it.

/** Fewer are an empty campus. */
export const FIRST_POSTS = 3

const items = t.Object({
  /** `no_server`: mails are files. `failed`: the newest test was refused. */
  mail: t.UnionEnum(['done', 'untried', 'failed', 'no_server']),
  /** `none_accepted`: not one of the samples could have joined. */
  addresses: t.UnionEnum(['done', 'untried', 'none_accepted']),
  pages: t.UnionEnum(['done', 'no_rules', 'no_contact', 'neither']),
  /** `standard`: nobody has changed them. */
  topics: t.UnionEnum(['done', 'standard']),
  look: t.UnionEnum(['done', 'plain']),
  moderators: t.UnionEnum(['done', 'alone']),
  posts: t.UnionEnum(['done', 'few']),
  /** `off`: Quad makes none by itself. */
  backup: t.UnionEnum(['done', 'none_yet', 'off']),
  /** `changed`: it leads to a former address. `local`: the address is of this machine alone. */
  poster: t.UnionEnum(['done', 'unmade', 'changed', 'local']),
})
type Items = Static<typeof items>

export const checklist = namedObject(
  'Checklist',
  {
    isDismissed: t.Boolean({ description: 'By the setting `checklist`' }),
    joinAddress: t.String({ description: 'Where students join: what the poster leads to' }),
    items,
  },
  { description: 'What a new Quad lacks before students come, as it is now' },
)

const joinAddress = (): string => `${config.publicUrl}/join`

export function readChecklist(): Static<typeof checklist> {
  const { rulesPage, contactPage, checklist: isShown } = allSettings()
  const { accentHue, logo } = readCampusLook()
  const backup = backupStatus(storage.reader)
  const hasContact = isWritten(contactPage)
  return {
    isDismissed: !isShown,
    joinAddress: joinAddress(),
    items: {
      mail: mailState(),
      addresses: addressState(),
      pages: isWritten(rulesPage) ? (hasContact ? 'done' : 'no_contact') : hasContact ? 'no_rules' : 'neither',
      topics: effectiveSettings(storage.reader).some(({ name, isChanged }) => name === 'topics' && isChanged)
        ? 'done'
        : 'standard',
      look: accentHue === null && logo === null ? 'plain' : 'done',
      moderators: countModerators(storage.reader) > 1 ? 'done' : 'alone',
      posts: readTotals(storage.reader).posts >= FIRST_POSTS ? 'done' : 'few',
      backup: backup === undefined ? 'off' : backup.proven === undefined ? 'none_yet' : 'done',
      poster: posterState(),
    },
  }
}

/** Of the server that is in use now: what another one took says nothing about it. */
function mailState(): Items['mail'] {
  const { via, host } = mailWay()
  if (via === 'outbox') return 'no_server'
  const tested = newestFacts(storage.reader, 'admin:tested:mail')
  if (tested?.via !== 'smtp' || tested.server !== host) return 'untried'
  return tested.accepted === true ? 'done' : 'failed'
}

function addressState(): Items['addresses'] {
  const tried = newestFacts(storage.reader, 'admin:tried:addresses')
  if (tried?.pattern !== config.enrollmentPattern.source) return 'untried'
  return Number(tried.accepted) > 0 ? 'done' : 'none_accepted'
}

const isWritten = (page: { en: string; hi: string }): boolean => page.en !== '' || page.hi !== ''

function posterState(): Items['poster'] {
  if (config.loopback) return 'local'
  const made = newestFacts(storage.reader, 'admin:made:poster')
  if (made === undefined) return 'unmade'
  return made.address === joinAddress() ? 'done' : 'changed'
}

export async function notePoster(user: Viewer): Promise<void> {
  const metadata = { address: joinAddress() }
  const entry = { action: 'admin:made:poster', entityType: 'settings', entityId: null, metadata } as const
  await writeAs(user, 'superadmin', (tx, user) => audit(tx, user, entry))
}

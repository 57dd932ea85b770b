import { type TObject, Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { ok } from '../../http/envelope'
import { returns, routes } from '../../http/route'
import { choice, faultMessage, named, namedObject, notEmpty, text } from '../../lib/text/schema'
import { message } from '../../messages/message'
import { changeSettings } from './change-settings'
import { MAX_REASON_LENGTH, MAX_REMOVAL_REASONS } from './removal-reasons'
import { SETTING_SCHEMAS } from './schemas'
import { allSettings } from './settings'

const SettingsShown = namedObject('Settings', SETTING_SCHEMAS)

const list = (longest: number) =>
  t.Array(text(1, longest), {
    minItems: 1,
    maxItems: 100,
    ...faultMessage(message('fields.texts', { min: 1, max: 100 })),
  })

const refuseOrHold = choice(['refuse', 'hold'])
const HOLDING = t.Object({
  ...SETTING_SCHEMAS.holding.properties,
  uncertain: refuseOrHold,
  scorerDown: refuseOrHold,
  newAccountLinks: refuseOrHold,
})

const CLASSIFIER = t.Object({
  ...SETTING_SCHEMAS.classifier.properties,
  mode: choice(['off', 'shadow', 'on']),
})

const removalReason = t.Object({
  rule: t.Union([t.String({ minLength: 1, maxLength: 100 }), t.Null()]),
  en: text(1, MAX_REASON_LENGTH),
  hi: text(1, MAX_REASON_LENGTH),
})

/** At least one of them: Elysia turns a value that is no object into an empty object. */
const some = <Switches extends TObject>(switches: Switches) =>
  t.Partial(switches, { minProperties: 1, ...faultMessage('settings.noSwitches') })

/** What is left out stays as it is: a setting, a switch in one, the thresholds of a provider. */
const ChangeSettings = named(
  'ChangeSettings',
  notEmpty(
    t.Partial(
      t.Object({
        topics: list(100),
        helpLines: t.Array(text(1, 200), {
          maxItems: 10,
          ...faultMessage(message('fields.texts', { min: 0, max: 10 })),
        }),
        rulesPage: some(SETTING_SCHEMAS.rulesPage),
        privacyPage: some(SETTING_SCHEMAS.rulesPage),
        contactPage: some(SETTING_SCHEMAS.rulesPage),
        moderationPage: some(SETTING_SCHEMAS.rulesPage),
        feedbackTypes: list(50),
        reportReasons: list(100),
        removalReasons: t.Array(removalReason, {
          maxItems: MAX_REMOVAL_REASONS,
          ...faultMessage(message('fields.maxItems', { count: MAX_REMOVAL_REASONS })),
        }),
        contentPatterns: some(SETTING_SCHEMAS.contentPatterns),
        toxicityThresholds: some(SETTING_SCHEMAS.toxicityThresholds),
        holding: some(HOLDING),
        classifier: some(CLASSIFIER),
        newAccounts: some(SETTING_SCHEMAS.newAccounts),
        aliases: some(SETTING_SCHEMAS.aliases),
        pictures: some(SETTING_SCHEMAS.pictures),
        bursts: some(SETTING_SCHEMAS.bursts),
        linkDomains: some(SETTING_SCHEMAS.linkDomains),
        mails: some(SETTING_SCHEMAS.mails),
        collegeDomains: choice(['admin', 'superadmin']),
        administratorPasskeys: t.Boolean(),
        notifications: t.Boolean(),
        transparency: t.Boolean(),
        checklist: t.Boolean(),
        signUp: choice(['open', 'request', 'closed']),
        readers: choice(['public', 'members']),
        youngAccountPosts: Type.Integer({
          minimum: 1,
          maximum: 1000,
          ...faultMessage(message('fields.range', { min: 1, max: 1000 })),
        }),
      }),
    ),
  ),
)

export const settings = routes('admin', '/api/v1/admin/settings')
  .get('', async () => ok('Settings', allSettings()), {
    admin: true,
    ...returns(SettingsShown, 'getSettings', 'Read the settings'),
  })
  .patch('', async ({ user, body }) => ok('Settings changed', await changeSettings(user, body)), {
    superadmin: true,
    fails: ['CONFLICT', 'REAUTHENTICATION_REQUIRED'],
    body: ChangeSettings,
    ...returns(SettingsShown, 'updateSettings', 'Change settings; what is left out stays as it is'),
  })

import { Elysia } from 'elysia'
import { changeSettings } from '../../core/settings/change-settings'
import { allSettings } from '../../core/settings/settings'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { ChangeSettings, SettingsShown } from './schemas'

export const settings = new Elysia({ name: 'settings', prefix: '/api/v1/admin/settings', detail: { tags: ['admin'] } })
  .use(access)
  .get('', async () => ok('Settings', await allSettings()), {
    admin: true,
    response: envelope(SettingsShown),
    detail: { operationId: 'getSettings', summary: 'Read the settings' },
  })
  .patch('', async ({ user, body }) => ok('Settings changed', await changeSettings(user, body)), {
    superadmin: true,
    fails: ['CONFLICT', 'REAUTHENTICATION_REQUIRED'],
    body: ChangeSettings,
    response: envelope(SettingsShown),
    detail: { operationId: 'updateSettings', summary: 'Change settings; what is left out stays as it is' },
  })

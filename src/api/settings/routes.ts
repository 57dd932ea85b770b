import { changeSettings } from '../../core/settings/change-settings'
import { allSettings } from '../../core/settings/settings'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import { ChangeSettings, SettingsShown } from './schemas'

export const settings = routes('admin', '/api/v1/admin/settings')
  .get('', async () => ok('Settings', await allSettings()), {
    admin: true,
    ...returns(SettingsShown, 'getSettings', 'Read the settings'),
  })
  .patch('', async ({ user, body }) => ok('Settings changed', await changeSettings(user, body)), {
    superadmin: true,
    fails: ['CONFLICT', 'REAUTHENTICATION_REQUIRED'],
    body: ChangeSettings,
    ...returns(SettingsShown, 'updateSettings', 'Change settings; what is left out stays as it is'),
  })

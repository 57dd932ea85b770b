import { Elysia } from 'elysia'
import { access } from '../../api/http/access'
import { answer, ok } from '../../api/http/envelope'
import { allSettings } from '../../core/settings/settings'
import { readOverview } from '../../core/dashboard/overview'
import { changeRole } from '../../core/accounts/change-role'
import { changeSettings } from '../../core/settings/change-settings'
import { ChangeSettings, SettingsShown } from '../../api/settings/schemas'
import { ChangeRole, RoleChanged, UserParams } from "../../api/accounts/admin-schemas";
import { Overview } from "../../core/dashboard/record";

/** How the instance is doing, who runs it, and how it is set. */
export const operatorRoutes = new Elysia({ name: 'admin:operators' })
  .use(access)
  .get('/dashboard/overview', async ({ user }) => ok('Overview', await readOverview(user)), {
    admin: true,
    response: answer(Overview),
    detail: { summary: 'How many there are of what, what waits, and what the last 30 days brought' },
  })
  .get('/settings', async () => ok('Settings', await allSettings()), {
    admin: true,
    response: answer(SettingsShown),
    detail: { summary: 'Read the settings' },
  })
  .patch('/settings', async ({ user, body }) => ok('Settings changed', await changeSettings(user, body)), {
    superadmin: true,
    body: ChangeSettings,
    response: answer(SettingsShown),
    detail: { summary: 'Change settings; what is left out stays as it is' },
  })
  .put(
    '/users/:id/role',
    async ({ user, params, body }) => ok('Role changed', await changeRole(user, params.id, body.role)),
    {
      superadmin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: UserParams,
      body: ChangeRole,
      response: answer(RoleChanged),
      detail: { summary: "Change a user's role, from the next request on" },
    },
  )
